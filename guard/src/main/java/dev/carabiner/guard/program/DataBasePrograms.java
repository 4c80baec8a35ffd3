package dev.carabiner.guard.program;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Regex;
import dev.carabiner.guard.program.Invocation.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Clients of data bases: most of what they are told changes something, and some only asks. */
final class DataBasePrograms {

    private static final String ASKS = "(?is)\\s*(select|show|explain|describe|desc|values|with)\\b[^;\\\\]*;?\\s*"
            + "|\\s*pragma\\s+(table_info|table_list|index_list|foreign_key_list|integrity_check|quick_check|user_version|page_count)\\b[^;=]*;?\\s*";

    /** Words by which even a question writes, reads a file, runs a program or ends the work of another connection. */
    private static final String CHANGES =
            "(?is).*\\b(into|copy|program|outfile|dumpfile|load_file|load_extension|writefile|readfile|edit|attach|fts3_tokenizer|lo_\\w+|dblink\\w*|set_config|setval|nextval"
                    + "|delete|update|insert|drop|alter|truncate|grant|revoke|create|replace|vacuum|reindex|call|exec\\w*|xp_\\w+|sys_\\w+|\\w+_to_xml|pg_(?!catalog|tables|class|stat_\\w+|indexes|views|namespace|database|size_pretty|table_size|database_size|total_relation_size|roles|user|settings|extension|type|attribute|constraint|index)\\w+)\\b.*";

    /** Words that do more than to fill a data base that is a file of the project. */
    private static final String LEAVES =
            "(?is).*\\b(load_extension|writefile|readfile|edit|attach|delete|update|drop|truncate|fts3_tokenizer|vacuum)\\b.*|\\s*\\..*";

    private static final String SHOWS =
            "\\.(tables|schema|indexes|indices|databases|dbinfo|fullschema|stats|show|help|version)( +[\\w.%*]+)?"
                    + "|\\\\(d\\w{0,2}[+S]*|l\\+?|conninfo|timing|x|encoding)( +[\\w.*\"]+)?";

    private static final String REDIS =
            "(?i)ping|get|mget|keys|scan|ttl|pttl|exists|type|info|dbsize|strlen|llen|lrange|lindex|hget|hgetall|hkeys|hvals|hlen|hmget|hexists|scard|smembers|sismember|zcard|zrange|zscore|xlen|xrange|time|lastsave";

    private static final String DATA_BASE = "would work on a data base, whose client can run programs";

    /** Whom to ask, and how the answer is shown. */
    private static final Set<String> OPTIONS = Set.of(
            ("-h -p -U -d -t -A -x -q -l -u -P -D -N -B -s -n -w -W -c -e -X --list --csv --host --port --username"
                            + " --user --dbname --database --command --execute --tuples-only --no-align --expanded --quiet"
                            + " --no-psqlrc --table --batch -header -noheader -csv -json -column -line -list -box -table -markdown"
                            + " -readonly -tabs")
                    .split(" ", -1));

    private DataBasePrograms() {}

    static boolean apply(Invocation invocation, Effects effects) {
        sql(invocation, invocation.words().stream().allMatch(Arg::isLiteral), effects);
        return true;
    }

    private static void sql(Invocation invocation, boolean plain, Effects effects) {
        String program = invocation.program().key();
        boolean known = plain
                && effects.command().reads().isEmpty()
                && !(program.equals("psql") && invocation.has("-P", "-X"))
                && invocation.options().stream().map(Option::name).allMatch(OPTIONS::contains);
        List<String> texts = new ArrayList<>();
        boolean file = program.startsWith("sqlite");
        if (file) {
            invocation.operandsFrom(1).forEach(it -> texts.add(it.text()));
            effects.read(invocation.operands().stream().limit(1).toList());
        } else if (program.equals("redis-cli")) {
            known &= Regex.fits(invocation.operand(0), REDIS);
        } else {
            invocation.values("-c", "--command", "-e", "--execute").forEach(it -> texts.add(it.text()));
        }
        boolean said = !texts.isEmpty() || program.equals("redis-cli") || invocation.has("-l", "--list");
        if (known && said && texts.stream().allMatch(DataBasePrograms::asks)) {
            effects.lookOnly();
        } else if (known && said && file && texts.stream().noneMatch(it -> Regex.fits(it, LEAVES))) {
            effects.write(invocation.operands().stream().limit(1).toList());
            effects.unknown("would change a data base");
        } else {
            effects.ask(DATA_BASE);
        }
    }

    private static boolean asks(String text) {
        return Regex.fits(text, SHOWS) || (Regex.fits(text, ASKS) && !Regex.fits(text, CHANGES));
    }
}
