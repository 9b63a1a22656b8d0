/** Numbers of the advisory locks of the installation, in one place because two locks of the same number would exclude each other. */
export const advisoryLocks = { bootstrap: 7_104_201, ingestion: 7_104_202, migration: 7_104_203 } as const
