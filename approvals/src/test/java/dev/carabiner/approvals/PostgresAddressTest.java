package dev.carabiner.approvals;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The address of a PostgreSQL server, and how connections are made to it. */
class PostgresAddressTest {

    @Test
    void no_connection_lets_an_error_repeat_the_row_that_it_is_about() {
        PostgresAddress address = PostgresAddress.of("postgresql://ann@host/approvals", "secret");

        assertThat(address.properties()).containsEntry("logServerErrorDetail", "false");
        assertThat(address.listening()).containsEntry("logServerErrorDetail", "false");
    }
}
