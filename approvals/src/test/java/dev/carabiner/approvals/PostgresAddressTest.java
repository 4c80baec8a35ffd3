package dev.carabiner.approvals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The address of a PostgreSQL server, and how connections are made to it. */
class PostgresAddressTest {

    @Test
    void no_connection_lets_an_error_repeat_the_row_that_it_is_about() {
        PostgresAddress address = PostgresAddress.of("postgresql://ann@host/approvals", "secret");

        assertThat(address.properties()).containsEntry("logServerErrorDetail", "false");
        assertThat(address.listening()).containsEntry("logServerErrorDetail", "false");
    }

    @Test
    void a_server_that_is_not_there_is_named_with_the_settings_that_say_where_it_is() {
        assertThatThrownBy(() -> ApprovalDatabase.postgresql("postgresql://ann@127.0.0.1:1/approvals", "top-secret"))
                .isInstanceOf(ApprovalStoreException.class)
                .hasMessageContaining("127.0.0.1:1/approvals cannot be opened")
                .hasMessageContaining("refused")
                .hasMessageContaining("session.approvals.store")
                .hasMessageContaining("password_file")
                .hasMessageNotContaining("top-secret");
    }
}
