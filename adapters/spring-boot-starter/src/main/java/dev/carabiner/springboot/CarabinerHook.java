package dev.carabiner.springboot;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.stereotype.Component;

/** A bean that is a handler: a {@code HookHandler} that every session of the application has, beside those of the policy. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Component
public @interface CarabinerHook {

    /** The event that it is for, such as {@code tool:pre}, or a pattern. */
    String value();

    /** Lower ones run first. */
    int priority() default 0;

    /** Its name in records; otherwise that of the bean. */
    String name() default "";

    /** The tools that it is for; otherwise all. */
    String[] tools() default {};

    /** Whether its failure denies, and it must have seen the final data. */
    boolean guard() default false;
}
