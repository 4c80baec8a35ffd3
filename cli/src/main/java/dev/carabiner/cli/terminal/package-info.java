/**
 * What a person sees and types: colours, the course of a session, questions, prompts. Whatever comes from models, tools
 * and files is made visible before it is written.
 *
 * <p>Open {@link dev.carabiner.cli.terminal.EventPrinter} first.
 */
@NullMarked
package dev.carabiner.cli.terminal;

import org.jspecify.annotations.NullMarked;
