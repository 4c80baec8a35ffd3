package dev.carabiner.cli.audit;

import java.util.Map;

/** What the commands say about themselves. */
final class Help {

    static final String ALL = """
            carabiner audit: an audit log that nobody changes unnoticed

              audit init DIR [--name NAME]           make a log, print its root public key
              audit verify DIR [--pub KEY] [--anchor FILE]...
                                                     is the log what was written?
              audit show DIR [filters] [--full]      records for people
              audit tail DIR [-n N] [--follow] [filters]
              audit export DIR [filters] [--out FILE]
                                                     records as they stand, one JSON object per line
              audit prove DIR SEQ [--out FILE]       a proof that one record is in the log
              audit check-proof FILE --pub KEY       check such a proof, without the log
              audit erase DIR SEQ [PATH --yes]       erase a secret value for good

            Filters: --session S, --hook NAME, --action ACTION, --type TYPE, --since TIME, --until TIME
            'audit COMMAND --help' says more and gives examples.
            Exit codes: 0 done; 1 failed, or the log was tampered with; 64 wrong usage; 66 no log there, or it cannot
            be read; 73 a log or a file cannot be made; 74 the output could not be written. verify has more.
            """;

    private static final Map<String, String> COMMANDS = Map.of(
            "init", """
                    audit init DIR [--name NAME]

                    Makes a log in a directory and prints its root public key. Keep the key where the agent cannot
                    write: with it, anybody can verify the log later. Where there is a log already, it says so with that
                    log's root key, and ends with 73.

                      carabiner audit init .carabiner/audit > ~/keys/audit.pub
                    """,
            "verify", """
                    audit verify DIR [--pub KEY] [--anchor FILE]...

                    KEY is the root public key or a file that holds it. FILE holds checkpoints kept elsewhere.
                    Exit code: 0 good; 1 tampered (the first bad record and what is wrong with it are printed);
                    2 a crash left a torn tail, all before it is consistent; 3 consistent, but nothing from outside
                    vouches for every record; 64 wrong usage; 66 no log there, or it cannot be read; 74 good, but the
                    answer could not be written. Of each anchor it says how many records it covers: behind them, nothing
                    shows that no tail was cut off.

                      carabiner audit verify .carabiner/audit --pub ~/keys/audit.pub
                      carabiner audit verify .carabiner/audit --pub ~/keys/audit.pub --anchor /mnt/worm/anchor
                    """,
            "show", """
                    audit show DIR [--session S] [--hook NAME] [--action ACTION] [--type TYPE]
                                   [--since TIME] [--until TIME] [--full]

                    One line per record: number, time, session, type, actor, data. Long data is cut, and says so;
                    --full shows all. TIME is a day (UTC) or an instant.

                      carabiner audit show .carabiner/audit --action deny --since 2026-01-31
                      carabiner audit show .carabiner/audit --session s-1 --hook guard
                    """,
            "tail", """
                    audit tail DIR [-n N] [--follow] [filters as for show] [--full]

                    The last N records (20), and with --follow those that come.

                      carabiner audit tail .carabiner/audit -n 5 --follow
                    """,
            "export", """
                    audit export DIR [filters as for show] [--out FILE]

                    The records as they stand in the log, one JSON object per line. FILE is written anew when all of
                    them could be read, and must not be in DIR.

                      carabiner audit export .carabiner/audit --type approval_decision --out decisions.jsonl
                    """,
            "erase", """
                    audit erase DIR SEQ [PATH --yes]

                    Erases a secret value of record SEQ for good; the record and its proofs stay good, and that it was
                    erased is recorded. PATH says where in the record's data the value stood, as a JSON pointer; without
                    it, the paths of the record's secrets are listed. Refused while somebody is writing the log. Copies
                    that a file system, a flash disk or a backup keeps are not reached.

                      carabiner audit erase .carabiner/audit 17
                      carabiner audit erase .carabiner/audit 17 /data/tool_input/password --yes
                    """,
            "prove", """
                    audit prove DIR SEQ [--out FILE]

                    Writes a proof that record SEQ is in the log, for somebody who has the root public key only.

                      carabiner audit prove .carabiner/audit 17 --out record-17.proof
                    """,
            "check-proof", """
                    audit check-proof FILE --pub KEY

                    Prints the record and ends with 0 if the proof holds, else says what is wrong and ends with 1.

                      carabiner audit check-proof record-17.proof --pub ~/keys/audit.pub
                    """);

    private Help() {}

    static String of(String command) {
        return COMMANDS.getOrDefault(command, ALL);
    }
}
