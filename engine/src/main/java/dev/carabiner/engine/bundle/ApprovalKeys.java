package dev.carabiner.engine.bundle;

import dev.carabiner.approval.Quorum;
import dev.carabiner.engine.bundle.Key.Rule;
import java.util.List;

/** The keys of {@code session.approvals}: where questions wait for their answers, and how many must give one. */
public final class ApprovalKeys {

    static final Section SECTION = new Section();

    /** A file of this user, or the address of a server without a password; where none is said, the host's usual place. */
    public static final Key<String> STORE = SECTION.add("store", new StoreShape(), "", Rule.LATER);

    /** The file that holds the password of that server. */
    public static final Key<String> PASSWORD_FILE =
            SECTION.add("password_file", StoreShape.PRIVATE_FILE, "", Rule.LATER);

    /** How many of whom must allow what is asked. */
    public static final Key<List<QuorumSpec>> QUORUM = SECTION.add("quorum", new QuorumShape(), List.of(), Rule.BOTH);

    private ApprovalKeys() {}

    /** The quorum for what a hook asks: the first that names it, else the first that names no hook, else one. */
    public static Quorum quorum(SectionValues approvals, String hook) {
        List<QuorumSpec> all = approvals.get(QUORUM);
        return all.stream()
                .filter(each -> each.hooks().contains(hook))
                .findFirst()
                .or(() -> all.stream().filter(each -> each.hooks().isEmpty()).findFirst())
                .map(QuorumSpec::quorum)
                .orElse(Quorum.ONE);
    }
}
