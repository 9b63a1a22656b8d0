import { directoryFileStore } from './directory-file-store.js'
import type { FileStore, FileStoreConfig } from './file-store.js'
import { s3FileStore } from './s3-file-store.js'

/** Object storage if it is configured, otherwise files in `DATA_DIR/files`, which all processes share. */
export const openFileStore = (config: FileStoreConfig): FileStore => (config.s3 ? s3FileStore(config.s3) : directoryFileStore(config))
