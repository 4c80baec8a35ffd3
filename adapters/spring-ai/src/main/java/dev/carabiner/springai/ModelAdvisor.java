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
        ChatClientRequest toSend = exchange.toSend(request);
        if (toSend == null) {
            return Replies.denied(turn, request);
        }
        ChatClientResponse response;
        try {
            response = chain.nextCall(toSend);
        } catch (RuntimeException e) {
            exchange.failed(e);
            throw e;
        }
        return exchange.answered(response);
    }

    /** Hooks may wait, so they run where that is allowed. */
    @Override
    public Flux<ChatClientResponse> adviseStream(ChatClientRequest request, StreamAdvisorChain chain) {
        ClientTurn turn = turn(request);
        return Flux.defer(() -> {
            ClientExchange exchange = new ClientExchange(turn, request.prompt());
            ChatClientRequest toSend = exchange.toSend(request);
            if (toSend == null) {
                return Flux.just(Replies.denied(turn, request));
            }
            StreamedReply reply = new StreamedReply(exchange, request);
            return chain.nextStream(toSend)
                    .publishOn(Schedulers.boundedElastic())
                    .doOnError(exchange::failed)
                    .concatMapIterable(reply::piece)
                    .concatWith(Flux.defer(() -> Flux.fromIterable(reply.end())));
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
