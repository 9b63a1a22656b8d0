import type { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { isImageDataUrl, storeImage } from '../../files/index.js'
import { newId } from '../../kernel/ids.js'
import { forkScope, type Scope } from '../../kernel/scope.js'
import { attachmentInvalid, tooManyUploads } from '../errors.js'
import { uploadRate } from '../limits.js'
import { countAttachmentsSince, insertAttachment } from './attachment.queries.js'
import type { Side, ThreadRef } from './message.queries.js'
import type { Attachment, uploadAttachmentBodySchema } from './message.schema.js'
import { requireThreadOfProgram, requireWritableThread } from './send-message.js'

type FileInput = Omit<z.infer<typeof uploadAttachmentBodySchema>, 'partnerId'>

type StoredImage = Omit<Attachment, 'id'>

/** Stores the image of a message to a partner. Requires that no transaction is open. */
export async function prepareAttachment(
  scope: WorkspaceScope,
  { partnerId, ...file }: FileInput & { partnerId: string },
): Promise<{ partnerId: string; image: StoredImage }> {
  const own = forkScope(scope)
  return { partnerId, image: await storeImageOf(own, 'program', await requireThreadOfProgram(own, partnerId), file) }
}

/** Records a stored image, to be named in a message to the partner. */
export const uploadAttachment = async (
  scope: WorkspaceScope,
  { partnerId, image }: { partnerId: string; image: StoredImage },
): Promise<Attachment> => recordAttachment(scope, 'program', await requireThreadOfProgram(scope, partnerId), image)

/** Like `prepareAttachment`, for a message to a program. */
export async function prepareAttachmentOfPartner(
  scope: Scope,
  thread: ThreadRef,
  file: FileInput,
): Promise<{ programId: string; image: StoredImage }> {
  const own = forkScope(scope)
  return { programId: thread.programId, image: await storeImageOf(own, 'partner', await requireWritableThread(own, thread), file) }
}

export const uploadAttachmentOfPartner = async (scope: Scope, thread: ThreadRef, image: StoredImage): Promise<Attachment> =>
  recordAttachment(scope, 'partner', await requireWritableThread(scope, thread), image)

async function storeImageOf(scope: Scope, writer: Side, thread: ThreadRef, { fileName, image }: FileInput): Promise<StoredImage> {
  if (!isImageDataUrl(image)) throw attachmentInvalid()
  await requireUploadAllowed(scope, writer, thread)
  const url = await storeImage(scope, 'image', image)
  return { url, fileName, size: Buffer.byteLength(image.slice(image.indexOf(',') + 1), 'base64') }
}

async function recordAttachment(scope: Scope, writer: Side, thread: ThreadRef, image: StoredImage): Promise<Attachment> {
  await requireUploadAllowed(scope, writer, thread)
  const attachment = { id: newId('msa_', scope.now().getTime()), ...image }
  await insertAttachment(scope, writer, thread, attachment)
  return attachment
}

async function requireUploadAllowed(scope: Scope, writer: Side, thread: ThreadRef): Promise<void> {
  const since = new Date(scope.now().getTime() - uploadRate.windowMs)
  if ((await countAttachmentsSince(scope, writer, thread, since)) >= uploadRate.requests) throw tooManyUploads()
}
