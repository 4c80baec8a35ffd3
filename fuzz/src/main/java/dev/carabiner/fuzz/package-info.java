/** Fuzz targets, one class each. Open {@link dev.carabiner.fuzz.AuditParserFuzzer} first; Jazzer calls it. */
@NullMarked
package dev.carabiner.fuzz;

import org.jspecify.annotations.NullMarked;
