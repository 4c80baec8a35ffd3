package dev.carabiner.audit.verify;

import dev.carabiner.audit.format.SigningKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Damages a copy of a log in one of many ways. The same random numbers give the same damage. */
final class Mutator {

    private static final List<String> VALUES = List.of(
            "\"\\u000b\"",
            "\"\\u000a\"",
            "\"\\/\"",
            "\"\\ud800\"",
            "\"\\ud800\\udc00\"",
            "\"\\udc00\\ud800\"",
            "\"\u007f\u0080\ud83d\ude00\"",
            "1e5",
            "-0",
            "01",
            "1.",
            "1e+00000000000000000000000000000000",
            "{}",
            "{\"a\":1,\"a\":1}",
            "{\"a\":1,\"\\u0061\":1}",
            "[1,[2,{\"b\":null}]]",
            "[1, 2]",
            "true",
            "True",
            "nul",
            "");

    private final Random random;

    Mutator(long seed) {
        random = new Random(seed);
    }

    /** Returns what was done. */
    String mutate(Path log) throws IOException {
        StringBuilder done = new StringBuilder();
        for (int times = random.nextInt(4) == 0 ? 2 : 1; times > 0; times--) {
            done.append(once(log)).append("; ");
        }
        return done.toString();
    }

    private String once(Path log) throws IOException {
        Path file = anyFile(log);
        return switch (random.nextInt(15)) {
            case 0 -> bits(file);
            case 1 -> cut(file);
            case 2 -> grow(file);
            case 3, 4, 5 -> lines(file);
            case 6, 7, 8 -> forge(log);
            case 9 -> remove(file);
            case 10 -> rename(log, file);
            case 11 -> notes(log);
            case 12 -> secrets(log);
            case 13 -> segment(log);
            default -> bytes(file);
        };
    }

    private Path anyFile(Path log) throws IOException {
        try (Stream<Path> files = Files.list(log)) {
            List<Path> all = files.filter(it -> it.getFileName().toString().matches("segment.*|checkpoints|anchor"))
                    .sorted()
                    .toList();
            return all.isEmpty() ? log.resolve("checkpoints") : all.get(random.nextInt(all.size()));
        }
    }

    private static byte[] read(Path file) throws IOException {
        return Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
    }

    private String bits(Path file) throws IOException {
        byte[] bytes = read(file);
        if (bytes.length > 0) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, bytes);
        }
        return "a bit of " + file.getFileName();
    }

    private String bytes(Path file) throws IOException {
        byte[] bytes = read(file);
        int count = 1 + random.nextInt(5);
        for (int i = 0; i < count && bytes.length > 0; i++) {
            bytes[random.nextInt(bytes.length)] = (byte) (random.nextInt(3) == 0 ? 0 : random.nextInt(256));
        }
        Files.write(file, bytes);
        return "bytes of " + file.getFileName();
    }

    private String cut(Path file) throws IOException {
        byte[] bytes = read(file);
        Files.write(file, Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)));
        return "cut " + file.getFileName();
    }

    private String grow(Path file) throws IOException {
        byte[] bytes = read(file);
        List<String> tails = List.of("\n", "\0\0\0", "{\"v\":1,", "rubbish\n", "\0\n", "\n\n\n\n\n\n\n", " ");
        byte[] tail = tails.get(random.nextInt(tails.size())).getBytes(StandardCharsets.UTF_8);
        byte[] grown = Arrays.copyOf(bytes, bytes.length + tail.length);
        System.arraycopy(tail, 0, grown, bytes.length, tail.length);
        Files.write(file, grown);
        return "grown " + file.getFileName();
    }

    private String lines(Path file) throws IOException {
        List<String> lines =
                new ArrayList<>(List.of(new String(read(file), StandardCharsets.ISO_8859_1).split("\n", -1)));
        int one = random.nextInt(lines.size());
        int other = random.nextInt(lines.size());
        switch (random.nextInt(4)) {
            case 0 -> lines.remove(one);
            case 1 -> lines.add(other, lines.get(one));
            case 2 -> Collections.swap(lines, one, other);
            default -> lines.subList(Math.min(one, other), lines.size()).clear();
        }
        Files.write(file, String.join("\n", lines).getBytes(StandardCharsets.ISO_8859_1));
        return "lines of " + file.getFileName();
    }

    /** Whole entries deleted, repeated or swapped, within a file of notes or from one into the other. */
    private String notes(Path log) throws IOException {
        Path from = log.resolve(random.nextBoolean() ? "checkpoints" : "anchor");
        Path to = log.resolve(random.nextBoolean() ? "checkpoints" : "anchor");
        List<String> taken = entries(from);
        List<String> changed = entries(to);
        if (taken.isEmpty() || changed.isEmpty()) {
            return "no notes";
        }
        int at = random.nextInt(changed.size());
        switch (random.nextInt(4)) {
            case 0 -> changed.remove(at);
            case 1 -> changed.add(at, taken.get(random.nextInt(taken.size())));
            case 2 -> Collections.swap(changed, at, random.nextInt(changed.size()));
            default -> changed.set(at, changed.get(at).replaceFirst("\n[0-9]+\n", "\n" + random.nextInt(60) + "\n"));
        }
        Files.write(to, String.join("", changed).getBytes(StandardCharsets.ISO_8859_1));
        return "notes of " + to.getFileName();
    }

    private static List<String> entries(Path file) throws IOException {
        Matcher entry = Pattern.compile("(?:[^\n]*\n){7}").matcher(new String(read(file), StandardCharsets.ISO_8859_1));
        return new ArrayList<>(entry.results().map(MatchResult::group).toList());
    }

    /** As an erasure, a crash or an attacker may leave a file of openings. */
    private String secrets(Path log) throws IOException {
        Path file = log.resolve("segment-%06d.secrets".formatted(1 + random.nextInt(5)));
        byte[] bytes = read(file);
        if (bytes.length == 0) {
            Files.writeString(file, random.nextBoolean() ? "rubbish\n" : " rubbish\n");
            return "new " + file.getFileName();
        }
        int from = random.nextInt(3) == 0 ? random.nextInt(bytes.length) : 0;
        int to = from + random.nextInt(bytes.length - from);
        Arrays.fill(bytes, from, to, (byte) (random.nextInt(3) == 0 ? 0 : ' '));
        Files.write(file, bytes);
        return "filled " + file.getFileName() + " from " + from + " to " + to;
    }

    /** A segment more, empty or hardly begun. */
    private String segment(Path log) throws IOException {
        for (int number = 1; ; number++) {
            Path file = log.resolve("segment-%06d.jsonl".formatted(number));
            if (!Files.exists(file)) {
                List<String> beginnings = List.of("", "{\"v\":1", "\0", "\0\n", "\n");
                Files.writeString(file, beginnings.get(random.nextInt(beginnings.size())));
                return "new " + file.getFileName();
            }
        }
    }

    private String remove(Path file) throws IOException {
        Files.deleteIfExists(file);
        return "without " + file.getFileName();
    }

    private String rename(Path log, Path file) throws IOException {
        Path to = log.resolve("segment-%06d.jsonl".formatted(1 + random.nextInt(4)));
        if (Files.exists(file)) {
            Files.move(file, to, StandardCopyOption.REPLACE_EXISTING);
        }
        return file.getFileName() + " as " + to.getFileName();
    }

    /** Changes the content of a record and makes all hashes fit; often nothing has been signed, so it might pass. */
    private String forge(Path log) throws IOException {
        boolean unsigned = random.nextInt(3) > 0;
        if (unsigned) {
            Files.deleteIfExists(log.resolve("checkpoints"));
        }
        SigningKey key = random.nextInt(3) == 0 ? SigningKey.parse(Files.readString(log.resolve("key"))) : null;
        String value = VALUES.get(random.nextInt(VALUES.size()));
        try {
            Forger.rewrite(log, key, lines -> {
                List<String> changed = new ArrayList<>(lines);
                int at = random.nextInt(changed.size());
                changed.set(at, changed.get(at).replaceFirst("\"line [0-9]+\"", Matcher.quoteReplacement(value)));
                if (random.nextInt(3) == 0) {
                    changed.remove(random.nextInt(changed.size()));
                }
                return changed;
            });
        } catch (IOException | RuntimeException e) {
            return "not forged"; // it was too damaged for the forger
        }
        return "forged " + value + (unsigned ? " unsigned" : "") + (key == null ? "" : " with the key");
    }
}
