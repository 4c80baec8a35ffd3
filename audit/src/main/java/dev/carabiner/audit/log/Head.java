package dev.carabiner.audit.log;

import dev.carabiner.audit.format.SigningKey;

/** Where the log stands: how many records, the tree's root over them, the key to sign it with and the file it ends in. */
@SuppressWarnings("ArrayRecordComponent") // handed from thread to thread, never compared
record Head(long size, byte[] root, SigningKey key, Storage.LogChannel file) {}
