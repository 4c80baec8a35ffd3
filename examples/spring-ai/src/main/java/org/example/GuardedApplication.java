package org.example;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** An application with an assistant that has a shell. The policy comes with the starter; no line here knows of it. */
@SpringBootApplication
public class GuardedApplication {

    /** Commands that would have been run: this sample runs none. */
    static final List<String> RAN = new CopyOnWriteArrayList<>();

    /** The assistant's tool. */
    public static final class Shell {
        @Tool(name = "Bash", description = "Runs a command")
        String bash(String command) {
            RAN.add(command);
            return "ran " + command;
        }
    }

    @Bean
    ChatClient assistant(ChatClient.Builder builder) {
        return builder.defaultTools(new Shell()).build();
    }
}
