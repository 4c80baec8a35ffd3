package dev.carabiner.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolAnswer;
import dev.carabiner.session.ToolBody;
import dev.carabiner.session.ToolResult;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What docs/extending.md shows of channels and stores, run. */
@Timeout(60)
class ChannelAndStoreGuideTest {

    private static final ToolCall DEPLOY = new ToolCall("call-1", "Deploy", EventData.of("service", "shop"));
    private static final ToolBody BODY = input -> ToolResult.of("deployed " + input.text("service"));

    private final HookRegistry hooks = new HookRegistry();

    @BeforeEach
    void ask() {
        hooks.register("tool:pre", 0, "deploys", (event, data) -> HookResult.ask("Deploy it?"));
    }

    @Nested
    class A_channel {

        private final List<String> replies = new CopyOnWriteArrayList<>();
        private final List<String> changes = new CopyOnWriteArrayList<>();
        private final AtomicReference<String> posted = new AtomicReference<>("");

        /** A chat in which these users press this button as soon as they see it. */
        private ChatChannel pressedBy(String button, String... users) {
            return new ChatChannel(new ChatChannel.Chat() {
                @Override
                public String post(String text, List<String> buttons, ChatChannel.Pressed pressed) {
                    posted.set(text);
                    for (String user : users) {
                        replies.add(pressed.by(user, button));
                    }
                    return "message-1";
                }

                @Override
                public void change(String message, String text) {
                    changes.add(text);
                }
            });
        }

        private ToolAnswer deploy(ChatChannel channel) {
            return SessionCoordinator.builder()
                    .hooks(hooks)
                    .channels(List.of(channel))
                    .build()
                    .call(DEPLOY, BODY);
        }

        @Test
        void shows_the_operation_and_hands_the_first_answer_in() {
            ToolAnswer answer = deploy(pressedBy("Allow", "ann", "bob"));

            assertThat(answer.text()).isEqualTo("deployed shop");
            assertThat(posted.get()).contains("Deploy it?").contains("shop");
            assertThat(replies).containsExactly("Allowed.", "ann was first.");
        }

        @Test
        void says_a_no_as_well() {
            ToolAnswer answer = deploy(pressedBy("Deny", "ann"));

            assertThat(answer.text()).isEqualTo("Denied by hook: User denied: Deploy it?");
            assertThat(replies).containsExactly("Denied.");
        }

        @Test
        void cannot_speak_for_the_kernel() {
            deploy(pressedBy("Allow", "kernel", "ann"));

            assertThat(replies).hasSize(2).last().isEqualTo("Allowed.");
        }
    }

    @Nested
    class A_store {

        @Test
        void is_where_others_decide() {
            // snippet: approval-store
            ApprovalStore store = ApprovalStore.inMemory(); // or one that outlives the process
            SessionCoordinator session = SessionCoordinator.builder()
                    .hooks(hooks)
                    .approvalStore(store)
                    .build();

            ToolAnswer waiting = session.callOrDefer(DEPLOY, BODY); // does not wait: WAITING, with a request id

            for (StoredApproval open : store.pending(null, 50)) { // elsewhere: a page, an API, another process
                store.decide(open.id(), open.request().digest(), "ann", "console", "Allow", true, "");
            }

            ToolAnswer done = session.callOrDefer(DEPLOY, BODY); // the same call again: it runs, once
            // end
            assertThat(waiting.status()).isEqualTo(ToolAnswer.Status.WAITING);
            assertThat(waiting.requestId()).isNotNull();
            assertThat(done.text()).isEqualTo("deployed shop");
            assertThat(session.callOrDefer(DEPLOY, BODY).status()).isEqualTo(ToolAnswer.Status.WAITING);
        }
    }
}
