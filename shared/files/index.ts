/**
 * Files: images that callers send as base64 data URLs. An image is stored once per content, under a name derived from it, and served to
 * anyone under `/files`. Rows of other domains hold its address, in text columns whose name ends in `image`, `logo` or `wordmark`; a job
 * deletes files whose address no such column contains.
 */
export { deleteUnusedFiles } from './delete-unused-files.js'
export { ImageInput, imageText, isImageDataUrl } from './image-data-url.js'
export { ImageParams, readImage, readStoredImage } from './read-image.js'
export { isStoredImage, storeImage } from './store-image.js'
