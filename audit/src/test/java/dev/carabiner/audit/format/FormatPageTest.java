package dev.carabiner.audit.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.verify.LogVerifier;
import dev.carabiner.audit.verify.Verdict.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The complete example at the end of the format's page. */
class FormatPageTest {

    private static final String SEGMENT = "segment-000001.jsonl";

    /** What stands before the 32 bytes of an Ed25519 private key in its PKCS #8 form. */
    private static final String PKCS8 = "302e020100300506032b657004220420";

    @TempDir
    Path log;

    private String page;
    private final Map<String, String> files = new HashMap<>();

    @BeforeEach
    void write() throws IOException {
        Path file = Stream.of("../docs", "docs")
                .map(place -> Path.of(place, "audit-format.md"))
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
        page = Files.readString(file);
        Matcher block = Pattern.compile("^```([a-z0-9.-]+)\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(page);
        while (block.find()) {
            files.put(block.group(1), block.group(2));
            Files.writeString(log.resolve(block.group(1)), block.group(2));
        }
    }

    private VerifierKey key() {
        return VerifierKey.parse(files.get("root.pub").strip());
    }

    @Test
    void is_good() throws IOException {
        assertThat(files).containsOnlyKeys("root.pub", SEGMENT, "segment-000001.secrets", "checkpoints");
        assertThat(LogVerifier.verify(log, key(), List.of()).result()).isEqualTo(Result.GOOD);
        assertThat(LogVerifier.verify(log, null, List.of()).result()).isEqualTo(Result.NOT_ANCHORED);
    }

    @Test
    void has_the_hashes_that_the_page_names() {
        MerkleTree tree = new MerkleTree();
        files.get(SEGMENT).lines().forEach(line -> {
            byte[] hashed = line.substring(0, line.indexOf(",\"h\":")).getBytes(StandardCharsets.UTF_8);
            byte[] hash = new byte[Sha256.BYTES];
            new Sha256().leaf(hashed, 0, hashed.length, hash, 0);
            assertThat(line).endsWith(Hex.of(hash) + "\"}");
            tree.add(hash, 0);
        });
        assertThat(page).contains("\n" + Hex.of(tree.root()) + "\n");
        assertThat(page).contains("its hash `" + Hex.of(key().hash()) + "`");
    }

    @Test
    void has_the_checkpoint_that_the_private_key_signs() {
        byte[] pkcs8 = new byte[16 + 32];
        System.arraycopy(HexFormat.of().parseHex(PKCS8), 0, pkcs8, 0, 16);
        for (int i = 0; i < 32; i++) {
            pkcs8[16 + i] = (byte) i;
        }
        SigningKey key = SigningKey.parse(key().text() + "\n" + Base64Text.of(pkcs8));
        byte[] root = HexFormat.of().parseHex("1346c3ae2696e8eb96075bf286f426eaa8c490330a306347b95bcc977bc623ce");

        Note note = Note.checkpoint(key, 2, root, null);

        assertThat(new String(note.entry(), StandardCharsets.UTF_8)).isEqualTo(files.get("checkpoints"));
    }
}
