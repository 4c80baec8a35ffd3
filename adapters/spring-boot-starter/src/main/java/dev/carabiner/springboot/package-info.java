/**
 * Puts the chat clients of a Spring Boot application under a policy. Open
 * {@link dev.carabiner.springboot.CarabinerAutoConfiguration} first.
 */
@NullMarked
package dev.carabiner.springboot;

import org.jspecify.annotations.NullMarked;
