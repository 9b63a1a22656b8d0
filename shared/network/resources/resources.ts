/** Logos, colors, files and links of a program, for its partners. */
import type { WorkspaceScope } from '../../accounts/index.js'
import { isImageDataUrl, type StoredFile, storeFile, storeImage } from '../../files/index.js'
import { newId } from '../../kernel/ids.js'
import { forkScope, type Scope } from '../../kernel/scope.js'
import type { PartnerScope } from '../../partner-accounts/index.js'
import { requireOwnProgram } from '../../partner-profile/index.js'
import { isActive, requireProgram } from '../../partners/index.js'
import { logoNotAnImage, resourceNotFound, resourcesNeedApproval, resourceTypeFixed, tooManyResources } from '../errors.js'
import { ProgramResource } from './program-resource.entity.js'
import type { CreateResource, ResourceResponse, ResourcesResponse, UpdateResource } from './resource.schema.js'

const maxResources = 200

interface ResourceIds {
  programId: string
  resourceId: string
}

/** All resources of the program, oldest first. */
async function listResources({ em }: Pick<Scope, 'em'>, programId: string): Promise<ResourcesResponse> {
  const rows = await em.find(ProgramResource, { programId }, { orderBy: { id: 'asc' }, limit: maxResources })
  const of = (type: ProgramResource['type']) => rows.filter((row) => row.type === type).map(present)
  return { logos: of('logo'), colors: of('color'), files: of('file'), links: of('link') } as ResourcesResponse
}

export async function listProgramResources(scope: WorkspaceScope, programId: string): Promise<ResourcesResponse> {
  return listResources(scope, (await requireProgram(scope, programId)).id)
}

export async function listOwnResources(scope: PartnerScope, idOrSlug: string): Promise<ResourcesResponse> {
  const { program, enrolment } = await requireOwnProgram(scope, idOrSlug)
  if (!isActive(enrolment.status)) throw resourcesNeedApproval()
  return listResources(scope, program.id)
}

type WithStoredFile<Input> = Input & { stored: StoredFile | null }

/** Stores the file of a new resource, which may be in a bucket. Requires that no transaction is open. */
export async function prepareResource(scope: WorkspaceScope, id: string, input: CreateResource): Promise<WithStoredFile<CreateResource>> {
  if (!('file' in input)) return { ...input, stored: null }
  await requireResourcesLeft(forkScope(scope), id)
  return { ...input, stored: await storeFileOf(scope, input.resourceType, input.file) }
}

/** Partners download files; logos are shown as images. */
async function storeFileOf(scope: Scope, type: ProgramResource['type'], file: string): Promise<StoredFile> {
  if (type !== 'logo') return storeFile(scope, 'file', file)
  if (!isImageDataUrl(file)) throw logoNotAnImage()
  return { address: await storeImage(scope, 'file', file), size: Buffer.byteLength(file.slice(file.indexOf(',') + 1), 'base64') }
}

export async function createResource(scope: WorkspaceScope, id: string, input: WithStoredFile<CreateResource>): Promise<ResourceResponse> {
  const { em, now } = scope
  const programId = await requireResourcesLeft(scope, id)
  const resource = em.create(ProgramResource, {
    id: newId('pgr_', now().getTime()),
    programId,
    type: input.resourceType,
    name: input.name,
    color: 'color' in input ? input.color : null,
    url: 'url' in input ? input.url : null,
    ...(input.stored ? fileColumns(input.stored) : {}),
    createdAt: now(),
  })
  em.persist(resource)
  return present(resource)
}

/** Returns the id of the program, which may have another resource. */
async function requireResourcesLeft(scope: WorkspaceScope, id: string): Promise<string> {
  const { id: programId } = await requireProgram(scope, id)
  if ((await scope.em.count(ProgramResource, { programId })) >= maxResources) throw tooManyResources(maxResources)
  return programId
}

/** Stores the new file of a resource, like `prepareResource`. */
export async function prepareResourceUpdate(
  scope: WorkspaceScope,
  ids: ResourceIds,
  input: UpdateResource,
): Promise<WithStoredFile<UpdateResource>> {
  if (!input.file) return { ...input, stored: null }
  const { type } = await requireResource(forkScope(scope), ids)
  requireFieldsOf(type, input)
  return { ...input, stored: await storeFileOf(scope, type, input.file) }
}

/** Changes the given fields; the type stays. */
export async function updateResource(
  scope: WorkspaceScope,
  ids: ResourceIds,
  { stored, ...fields }: WithStoredFile<UpdateResource>,
): Promise<ResourceResponse> {
  const resource = await requireResource(scope, ids)
  requireFieldsOf(resource.type, fields)
  if (fields.name) resource.name = fields.name
  if (fields.color) resource.color = fields.color
  if (fields.url) resource.url = fields.url
  if (stored) Object.assign(resource, fileColumns(stored))
  return present(resource)
}

/** Refuses fields that resources of the type do not have. */
function requireFieldsOf(type: ProgramResource['type'], { color, url, file }: UpdateResource): void {
  const isFile = type === 'logo' || type === 'file'
  if ((color && type !== 'color') || (url && type !== 'link') || (file && !isFile)) throw resourceTypeFixed(type)
}

export async function deleteResource(scope: WorkspaceScope, ids: { programId: string; resourceId: string }): Promise<{ id: string }> {
  await scope.em.remove(await requireResource(scope, ids)).flush()
  return { id: ids.resourceId }
}

async function requireResource(scope: WorkspaceScope, { programId, resourceId }: ResourceIds) {
  const program = await requireProgram(scope, programId)
  const resource = await scope.em.findOne(ProgramResource, { id: resourceId, programId: program.id })
  if (!resource) throw resourceNotFound()
  return resource
}

const fileColumns = ({ address, size }: StoredFile) => ({ image: address, size })

function present({ id, type, name, color, url, image, size }: ProgramResource): ResourceResponse {
  if (type === 'color') return { id, name, color: color ?? '' }
  if (type === 'link') return { id, name, url: url ?? '' }
  return { id, name, size: size ?? 0, url: image ?? '' }
}
