package dev.carabiner.hooks;

import dev.carabiner.session.HookModule;
import dev.carabiner.testkit.HookModuleContract;
import java.time.Duration;
import org.junit.jupiter.api.Nested;

/** Every module keeps the contract of hook modules. {@code HookModulesTest} knows that these are all. */
class ModuleContractsTest {

    @Nested
    class Shell_guard extends HookModuleContract {
        @Override
        protected HookModule newModule() {
            return new ShellGuard();
        }
    }

    @Nested
    class Production_guard extends HookModuleContract {
        @Override
        protected HookModule newModule() {
            return new ProductionGuard();
        }
    }

    @Nested
    class Linter_feedback extends HookModuleContract {
        @Override
        protected HookModule newModule() {
            return new LinterFeedback();
        }
    }

    @Nested
    class Git_status extends HookModuleContract {
        @Override
        protected HookModule newModule() {
            return new GitStatus();
        }

        /** It runs git. */
        @Override
        protected Duration declaredTime() {
            return Duration.ofSeconds(5);
        }
    }

    @Nested
    class Date_status extends HookModuleContract {
        @Override
        protected HookModule newModule() {
            return new DateStatus();
        }
    }

    @Nested
    class Todo_display extends HookModuleContract {
        @Override
        protected HookModule newModule() {
            return new TodoDisplay();
        }
    }

    @Nested
    class Progress_monitor extends HookModuleContract {
        @Override
        protected HookModule newModule() {
            return new ProgressMonitor();
        }
    }

    @Nested
    class Session_naming extends HookModuleContract {
        @Override
        protected HookModule newModule() {
            return new SessionNaming();
        }
    }
}
