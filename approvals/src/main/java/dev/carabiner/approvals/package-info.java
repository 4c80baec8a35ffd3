/**
 * Approvals that outlive a process: requests, decisions and what "Allow always" was said to, in a database.
 *
 * <p>Open {@link dev.carabiner.approvals.ApprovalDatabase} first. {@code JdbcApprovalStore} is the one store over both
 * engines; {@code SqliteDatabase} and {@code PostgresDatabase} differ in clock, locking and notification only.
 */
@NullMarked
package dev.carabiner.approvals;

import org.jspecify.annotations.NullMarked;
