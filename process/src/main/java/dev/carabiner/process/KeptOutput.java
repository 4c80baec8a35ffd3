package dev.carabiner.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;

/** A text of any length in bounded memory: its beginning and its end. What is no UTF-8 is replaced. */
final class KeptOutput {

    private final CharsetDecoder decoder = UTF_8.newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private final CharBuffer decoded = CharBuffer.allocate(8192);
    private final StringBuilder head = new StringBuilder();
    private final int mostHead;
    private final char[] tail;
    private ByteBuffer incomplete = ByteBuffer.allocate(0);
    private long beyondHead;

    KeptOutput(int most) {
        mostHead = most - most / 2;
        tail = new char[most / 2];
    }

    void add(byte[] bytes, int length) {
        ByteBuffer in = ByteBuffer.allocate(incomplete.remaining() + length);
        in.put(incomplete).put(bytes, 0, length).flip();
        decode(in, false);
        incomplete = ByteBuffer.allocate(in.remaining()).put(in).flip(); // a character's first bytes
    }

    /** Nothing can be added afterwards. */
    String finish() {
        decode(incomplete, true);
        decoder.flush(decoded);
        keepDecoded();
        if (beyondHead <= tail.length) {
            return head.append(tail, 0, (int) beyondHead).toString();
        }
        int oldest = (int) (beyondHead % tail.length);
        String end = new String(tail, oldest, tail.length - oldest) + new String(tail, 0, oldest);
        return joined(withoutHalf(head), end);
    }

    boolean beginsWith(String text) {
        return head.indexOf(text) == 0;
    }

    boolean truncated() {
        return beyondHead > tail.length;
    }

    private String joined(CharSequence beginning, String end) {
        String whole = Character.isLowSurrogate(end.charAt(0)) ? end.substring(1) : end;
        long cut = mostHead + beyondHead - beginning.length() - whole.length();
        return beginning + "\n[... " + cut + " characters left out ...]\n" + whole;
    }

    /** A cut through a pair of surrogates leaves half a character, which is none. */
    private static CharSequence withoutHalf(StringBuilder text) {
        int last = text.length() - 1;
        return Character.isHighSurrogate(text.charAt(last)) ? text.subSequence(0, last) : text;
    }

    private void decode(ByteBuffer in, boolean end) {
        while (decoder.decode(in, decoded, end).isOverflow()) {
            keepDecoded();
        }
        keepDecoded();
    }

    private void keepDecoded() {
        decoded.flip();
        int toHead = Math.min(mostHead - head.length(), decoded.remaining());
        head.append(decoded, 0, toHead);
        decoded.position(decoded.position() + toHead);
        while (decoded.hasRemaining()) {
            tail[(int) (beyondHead++ % tail.length)] = decoded.get();
        }
        decoded.clear();
    }
}
