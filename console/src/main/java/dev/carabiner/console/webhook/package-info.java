/**
 * Signed messages to other servers, as Standard Webhooks says. Open {@link dev.carabiner.console.webhook.Deliveries} first:
 * it has a queue for each endpoint. What is told, and when, is decided by who calls it; nothing here knows of approvals.
 */
@NullMarked
package dev.carabiner.console.webhook;

import org.jspecify.annotations.NullMarked;
