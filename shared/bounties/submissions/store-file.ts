/** Images of submissions. */
import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { ImageInput, isImageDataUrl, storeImage } from '../../files/index.js'
import { newId } from '../../kernel/ids.js'
import { idText } from '../../kernel/input-fields.js'
import type { Scope } from '../../kernel/scope.js'
import { requireProgramId } from '../../partners/index.js'
import { fileUnknown, submissionInvalid, tooManyUploads } from '../errors.js'
import { type PartnerOfProgram, requireEnrolledPartner } from '../get-bounty.js'
import { uploadRate } from '../limits.js'
import { requireBountyOf } from '../require-bounty.js'
import { countFilesSince, insertFile, uploadedAddresses } from './file.queries.js'
import type { SubmittedFile } from './submission.entity.js'
import { lockSubmissions } from './submission.queries.js'

export const UploadedFile = z.object({ url: z.url(), fileName: z.string(), size: z.number().describe('Bytes.') })
export const FileInput = z.object({
  fileName: z.string().trim().min(1).max(255),
  image: ImageInput.meta({ description: 'The image as base64 data URL.' }),
})
export type FileInput = z.infer<typeof FileInput>
export const uploadFileBodySchema = FileInput.extend({ partnerId: idText().meta({ description: 'The partner who submits it.' }) })

/** A workspace uploads for one of its partners. */
export const prepareFile = async (
  scope: WorkspaceScope,
  bountyId: string,
  { partnerId, ...input }: z.infer<typeof uploadFileBodySchema>,
): Promise<{ partnerId: string; file: SubmittedFile }> => ({
  partnerId,
  file: await prepareFileOfPartner(scope, { programId: requireProgramId(scope), partnerId }, bountyId, input),
})

export const uploadFile = (
  scope: WorkspaceScope,
  bountyId: string,
  { partnerId, file }: { partnerId: string; file: SubmittedFile },
): Promise<SubmittedFile> => uploadFileOfPartner(scope, { programId: requireProgramId(scope), partnerId }, bountyId, file)

/** Stores an image, which may be in a bucket. Requires that no transaction is open. */
export async function prepareFileOfPartner(
  scope: Scope,
  ref: PartnerOfProgram,
  bountyId: string,
  { fileName, image }: FileInput,
): Promise<SubmittedFile> {
  await requireBountyOf(scope, ref.programId, bountyId)
  await requireEnrolledPartner(scope, ref)
  if (!isImageDataUrl(image)) throw submissionInvalid('image must be a base64 data URL.')
  await requireUploadAllowed(scope, ref, bountyId)
  const url = await storeImage(scope, 'image', image)
  return { url, fileName, size: Buffer.byteLength(image.slice(image.indexOf(',') + 1), 'base64') }
}

/** Records a stored image, to be named in a submission of the partner. */
export async function uploadFileOfPartner(
  scope: Scope,
  ref: PartnerOfProgram,
  bountyId: string,
  file: SubmittedFile,
): Promise<SubmittedFile> {
  await requireBountyOf(scope, ref.programId, bountyId)
  const { partnerId } = await requireEnrolledPartner(scope, ref)
  await lockSubmissions(scope, bountyId, partnerId)
  await requireUploadAllowed(scope, ref, bountyId)
  await insertFile(scope, { ...file, id: newId('bnty_file_', scope.now().getTime()), bountyId, partnerId })
  return file
}

async function requireUploadAllowed(scope: Scope, { partnerId }: PartnerOfProgram, bountyId: string): Promise<void> {
  const since = new Date(scope.now().getTime() - uploadRate.windowMs)
  if ((await countFilesSince(scope, bountyId, partnerId, since)) >= uploadRate.requests) throw tooManyUploads()
}

/** Throws unless the partner uploaded all of the files for the bounty. */
export async function requireUploadedFiles(
  scope: Pick<Scope, 'em'>,
  bountyId: string,
  partnerId: string,
  files: readonly SubmittedFile[],
): Promise<void> {
  if (files.length === 0) return
  const uploaded = await uploadedAddresses(scope, bountyId, partnerId)
  const unknown = files.find(({ url }) => !uploaded.has(url))
  if (unknown) throw fileUnknown(unknown.url)
}
