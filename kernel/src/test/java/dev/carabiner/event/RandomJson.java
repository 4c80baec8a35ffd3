package dev.carabiner.event;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;

/** Random values of JSON shape, mean ones on purpose, and the two things to do with one: write it otherwise, or change it. */
final class RandomJson {

    private static final List<String> TEXTS = List.of(
            "",
            "a",
            "A",
            "a\u0000",
            "\"",
            "\\",
            "\\\"",
            ",",
            "\":\"",
            "}",
            "{}",
            "[]",
            "null",
            "true",
            "1",
            "\n",
            "\\n",
            "\u00E9",
            "e\u0301",
            "\uD83D\uDE00",
            "\uFB33",
            "\u2028",
            "a,b",
            "a\":1,\"b");

    private final SplittableRandom random;

    RandomJson(SplittableRandom random) {
        this.random = random;
    }

    Map<String, Object> object(int depth) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            fields.put(text(), value(depth - 1));
        }
        return fields;
    }

    private Object value(int depth) {
        return switch (random.nextInt(depth > 0 ? 7 : 5)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2, 3 -> number();
            case 4 -> text();
            case 5 -> object(depth);
            default -> list(depth);
        };
    }

    private List<Object> list(int depth) {
        List<Object> values = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            values.add(value(depth - 1));
        }
        return values;
    }

    private String text() {
        return TEXTS.get(random.nextInt(TEXTS.size()))
                + (random.nextInt(4) == 0 ? TEXTS.get(random.nextInt(TEXTS.size())) : "");
    }

    private Number number() {
        return switch (random.nextInt(8)) {
            case 0 -> random.nextInt(-2, 3);
            case 1 -> (1L << 53) + random.nextInt(-2, 3);
            case 2 -> random.nextLong();
            case 3 -> random.nextInt(-30, 30) / 10.0;
            case 4 -> aFiniteDouble();
            case 5 -> new BigDecimal(BigInteger.valueOf(random.nextInt(-200, 200)), random.nextInt(-25, 25));
            case 6 -> BigInteger.TWO.pow(random.nextInt(120)).add(BigInteger.valueOf(random.nextInt(3)));
            default -> (float) random.nextInt(100);
        };
    }

    private double aFiniteDouble() {
        double any = Double.longBitsToDouble(random.nextLong());
        return Double.isFinite(any) ? any : 0.5;
    }

    /** The same data: keys in another order, numbers of other classes. */
    Object otherwise(Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                List<Object> keys = new ArrayList<>(map.keySet());
                Collections.shuffle(keys, new Random(random.nextLong()));
                Map<String, Object> fields = new LinkedHashMap<>();
                keys.forEach(key -> fields.put((String) key, otherwise(map.get(key))));
                yield fields;
            }
            case List<?> list -> {
                List<Object> values = new ArrayList<>();
                list.forEach(item -> values.add(otherwise(item)));
                yield values;
            }
            case Number number -> random.nextBoolean() ? number : exact(number);
            case null, default -> value;
        };
    }

    private Number exact(Number number) {
        BigDecimal decimal = new BigDecimal(number.toString());
        return decimal.scale() < 50 && decimal.scale() > -50
                ? decimal.setScale(decimal.scale() + random.nextInt(3))
                : decimal;
    }

    /** What the value means, apart from how it is held: objects without order, numbers without a class. */
    static Object meaning(Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                Map<Object, Object> fields = new HashMap<>();
                map.forEach((key, field) -> fields.put(key, meaning(field)));
                yield fields;
            }
            case List<?> list -> {
                List<Object> values = new ArrayList<>();
                list.forEach(item -> values.add(meaning(item)));
                yield values;
            }
            case Number number -> new BigDecimal(number.toString()).stripTrailingZeros();
            case null, default -> value;
        };
    }
}
