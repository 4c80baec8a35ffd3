package dev.carabiner.springai;

import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisor;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisorChain;
import org.springframework.core.Ordered;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** Shows hooks each request before it is sent, and each answer before the client's loop sees it. It stands last. */
final class ModelAdvisor implements CallAdvisor, StreamAdvisor {

    @Override
    public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
        ClientTurn turn = turn(request);
        ClientExchange exchange = new ClientExchange(turn, request.prompt());
        CallAdvisorChain next = chain;
        while (true) {
            ChatClientRequest toSend = exchange.toSend(request);
            if (toSend == null) {
                return Replies.denied(turn, request);
            }
            ChatClientResponse response;
            try {
                response = next.nextCall(toSend);
            } catch (RuntimeException e) {
                exchange.failed(e);
                throw e;
            }
            response = exchange.answered(response);
            if (!exchange.isSentOn(response)) {
                return response;
            }
            next = chain.copy(this); // a chain is good for one pass
        }
    }

    /** Hooks may wait, so they run where that is allowed. */
    @Override
    public Flux<ChatClientResponse> adviseStream(ChatClientRequest request, StreamAdvisorChain chain) {
        ClientTurn turn = turn(request);
        return Flux.defer(() -> stream(turn, new ClientExchange(turn, request.prompt()), request, chain));
    }

    private Flux<ChatClientResponse> stream(
            ClientTurn turn, ClientExchange exchange, ChatClientRequest request, StreamAdvisorChain next) {
        return Flux.defer(() -> {
            ChatClientRequest toSend = exchange.toSend(request);
            if (toSend == null) {
                return Flux.just(Replies.denied(turn, request));
            }
            StreamedReply reply = new StreamedReply(exchange, request);
            return next.nextStream(toSend)
                    .publishOn(Schedulers.boundedElastic())
                    .doOnError(exchange::failed)
                    .concatMapIterable(reply::piece)
                    .concatWith(Flux.defer(() -> {
                        Flux<ChatClientResponse> last = Flux.fromIterable(reply.end());
                        return reply.isSentOn()
                                ? last.concatWith(stream(turn, exchange, request, next.copy(this)))
                                : last;
                    }));
        });
    }

    private static ClientTurn turn(ChatClientRequest request) {
        ClientTurn turn = ClientTurn.of(request);
        if (turn == null) {
            throw new IllegalStateException(
                    "A request passes Carabiner's model advisor without its prompt advisor; give the client all advisors of"
                            + " CarabinerAdvisors.under");
        }
        return turn;
    }

    @Override
    public String getName() {
        return "Carabiner Model Advisor";
    }

    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE - 1;
    }
}
