/**
 * Tests of policies, written in YAML by people who need not write Java.
 *
 * <p>Open {@link dev.carabiner.scenarios.Scenarios} first: it reads files, puts their cases before the policy and says what
 * came of it.
 *
 * <p>No call of a case and no command of a matrix is ever run: they are judged. Only a conversation runs tools, in a
 * directory that is thrown away.
 */
@NullMarked
package dev.carabiner.scenarios;

import org.jspecify.annotations.NullMarked;
