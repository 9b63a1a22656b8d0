import type { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { isImageDataUrl, storeImage } from '../../files/index.js'
import { newId } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import { attachmentInvalid, tooManyUploads } from '../errors.js'
import { uploadRate } from '../limits.js'
import { countAttachmentsSince, insertAttachment } from './attachment.queries.js'
import type { Side, ThreadRef } from './message.queries.js'
import type { Attachment, uploadAttachmentBodySchema } from './message.schema.js'
import { requireThreadOfProgram, requireWritableThread } from './send-message.js'

type FileInput = Omit<z.infer<typeof uploadAttachmentBodySchema>, 'partnerId'>

/** Stores an image for a message to a partner. */
export const uploadAttachment = async (
  scope: WorkspaceScope,
  { partnerId, ...file }: FileInput & { partnerId: string },
): Promise<Attachment> => storeAttachment(scope, 'program', await requireThreadOfProgram(scope, partnerId), file)

/** Stores an image for a message to a program. */
export const uploadAttachmentOfPartner = async (scope: Scope, thread: ThreadRef, file: FileInput): Promise<Attachment> =>
  storeAttachment(scope, 'partner', await requireWritableThread(scope, thread), file)

async function storeAttachment(scope: Scope, writer: Side, thread: ThreadRef, { fileName, image }: FileInput): Promise<Attachment> {
  if (!isImageDataUrl(image)) throw attachmentInvalid()
  const now = scope.now()
  const since = new Date(now.getTime() - uploadRate.windowMs)
  if ((await countAttachmentsSince(scope, writer, thread, since)) >= uploadRate.requests) throw tooManyUploads()
  const attachment = {
    id: newId('msa_', now.getTime()),
    url: await storeImage(scope, 'image', image),
    fileName,
    size: Buffer.byteLength(image.slice(image.indexOf(',') + 1), 'base64'),
  }
  await insertAttachment(scope, writer, thread, attachment)
  return attachment
}
