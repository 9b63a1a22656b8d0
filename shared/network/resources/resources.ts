/** Logos, colors, files and links of a program, for its partners. */
import type { WorkspaceScope } from '../../accounts/index.js'
import { type StoredFile, storeFile } from '../../files/index.js'
import { newId } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import { requireProgram } from '../../partners/index.js'
import { resourceNotFound, resourceTypeFixed, tooManyResources } from '../errors.js'
import { ProgramResource } from './program-resource.entity.js'
import type { CreateResource, ResourceResponse, ResourcesResponse, UpdateResource } from './resource.schema.js'

const maxResources = 200

/** All resources of the program, oldest first. */
export async function listResources({ em }: Pick<Scope, 'em'>, programId: string): Promise<ResourcesResponse> {
  const rows = await em.find(ProgramResource, { programId }, { orderBy: { id: 'asc' }, limit: maxResources })
  const of = (type: ProgramResource['type']) => rows.filter((row) => row.type === type).map(present)
  return { logos: of('logo'), colors: of('color'), files: of('file'), links: of('link') } as ResourcesResponse
}

export async function listProgramResources(scope: WorkspaceScope, programId: string): Promise<ResourcesResponse> {
  return listResources(scope, (await requireProgram(scope, programId)).id)
}

export async function createResource(scope: WorkspaceScope, id: string, input: CreateResource): Promise<ResourceResponse> {
  const { em, now } = scope
  const { id: programId } = await requireProgram(scope, id)
  if ((await em.count(ProgramResource, { programId })) >= maxResources) throw tooManyResources(maxResources)
  const resource = em.create(ProgramResource, {
    id: newId('pgr_', now().getTime()),
    programId,
    type: input.resourceType,
    name: input.name,
    color: 'color' in input ? input.color : null,
    url: 'url' in input ? input.url : null,
    ...('file' in input ? fileColumns(await storeFile(scope, 'file', input.file)) : {}),
    createdAt: now(),
  })
  em.persist(resource)
  return present(resource)
}

/** Changes the given fields; the type stays. */
export async function updateResource(
  scope: WorkspaceScope,
  ids: { programId: string; resourceId: string },
  { file, ...fields }: UpdateResource,
): Promise<ResourceResponse> {
  const resource = await requireResource(scope, ids)
  const { type } = resource
  const isFile = type === 'logo' || type === 'file'
  if ((fields.color && type !== 'color') || (fields.url && type !== 'link') || (file && !isFile)) throw resourceTypeFixed(type)
  if (fields.name) resource.name = fields.name
  if (fields.color) resource.color = fields.color
  if (fields.url) resource.url = fields.url
  if (file) Object.assign(resource, fileColumns(await storeFile(scope, 'file', file)))
  return present(resource)
}

export async function deleteResource(scope: WorkspaceScope, ids: { programId: string; resourceId: string }): Promise<{ id: string }> {
  await scope.em.remove(await requireResource(scope, ids)).flush()
  return { id: ids.resourceId }
}

async function requireResource(scope: WorkspaceScope, { programId, resourceId }: { programId: string; resourceId: string }) {
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
