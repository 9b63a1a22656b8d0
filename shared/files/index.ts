/**
 * Files: images and documents that callers send as base64 data URLs. A file is stored once per content, under a name derived from it, and
 * served to anyone under `/files`. Rows of other domains hold its address, in text columns whose name ends in `image`, `logo` or
 * `wordmark`; a job deletes files whose address no such column contains.
 */
export { deleteUnusedFiles, exportPrefix } from './delete-unused-files.js'
export { FileDataUrl, ImageDataUrl, ImageInput, imageText, isImageDataUrl } from './image-data-url.js'
export { readSignedFile, SignedFileQuery } from './read-signed-file.js'
export { ImageParams, readImage, readStoredImage } from './read-image.js'
export { isStoredImage, ownAddress, storeArchivedFile, storeFile, type StoredFile, storeImage } from './store-image.js'
export { storeImages } from './store-images.js'
export { fileColumn, nameIn } from './used-files.queries.js'
