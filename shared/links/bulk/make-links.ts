/** Makes many links with as few statements as one. */
import type { WorkspaceScope } from '../../accounts/index.js'
import { ServiceError } from '../../kernel/errors.js'
import { newId } from '../../kernel/ids.js'
import { countWithinQuota, newLink } from '../create-link.js'
import { followPublicStats } from '../dashboards/follow-public-stats.js'
import { externalIdTaken, keyTaken, noFreeKey } from '../errors.js'
import { randomKeyDraws, randomKeyLength } from '../limits.js'
import type { CreateLink } from '../link-input.schema.js'
import { requireTags } from '../link-references.js'
import { addWebhooks } from '../link-webhook.queries.js'
import type { Link } from '../link.entity.js'
import type { TagOfLink } from '../link.queries.js'
import { forMany, type LookUp } from '../look-up.js'
import { type LinkColumns, processLink, type ProcessedLink } from '../process-link.js'
import { tellChange } from '../tell-change.js'
import { tellOfLinks } from '../tell-of-links.js'
import { insertLinks, insertTagsOfLinks, takenExternalIds } from './bulk.queries.js'
import { isDone, orRefusal } from './errors-as-values.js'

export interface MadeLink {
  link: Link
  tags: TagOfLink[]
  webhookIds: readonly string[]
}

interface Draft extends ProcessedLink {
  /** Its place among the others. */
  at: number
  id: string
  said: CreateLink
}

/**
 * What became of each, in the order given: the link, or why not. What is a refusal already stays one. Of two that want the same key the
 * first gets it. Counts what was made, and refuses all where the period's links do not suffice.
 */
export async function makeLinks(scope: WorkspaceScope, said: readonly (CreateLink | ServiceError)[]): Promise<(MadeLink | ServiceError)[]> {
  const outcomes = new Map<number, MadeLink | ServiceError>()
  const drafts = await draftAll(scope, said, outcomes)
  await storeAll(scope, drafts, outcomes)
  const results = said.map((_, at) => outcomes.get(at) as MadeLink | ServiceError)
  const made = results.filter(isDone)
  await insertTagsOfLinks(scope, made)
  await addWebhooks(scope, made)
  for (const { link } of made) if (link.publicStats) await followPublicStats(scope, null, link)
  await tellOfLinks(
    scope,
    'link.created',
    made.map(({ link }) => link),
  )
  if (made.length > 0) countWithinQuota(scope, made.length)
  // Nobody remembers the absence of a key that was drawn by chance.
  tellChange(scope, ...drafts.filter(({ redraw }) => !redraw).map(({ columns }) => columns))
  return results
}

async function draftAll(
  scope: WorkspaceScope,
  said: readonly (CreateLink | ServiceError)[],
  outcomes: Map<number, MadeLink | ServiceError>,
): Promise<Draft[]> {
  const look = await forMany(scope, said.filter(isDone))
  // Sorted, so that lists show the links in the order in which they were sent.
  const ids = said.map(() => newId('link_', scope.now().getTime())).sort()
  const drafts: Draft[] = []
  for (const [at, one] of said.entries()) {
    const draft = one instanceof ServiceError ? one : await orRefusal(() => draftOf(scope, one, look))
    if (draft instanceof ServiceError) outcomes.set(at, draft)
    else drafts.push({ ...draft, at, id: ids[at] as string })
  }
  return drafts
}

async function draftOf(scope: WorkspaceScope, said: CreateLink, look: LookUp): Promise<ProcessedLink & { said: CreateLink }> {
  return { ...(await processLink(scope, await withAllTags(look, said), null, look)), said }
}

/** In bulk, ids and names of tags add up. */
async function withAllTags(look: LookUp, said: CreateLink): Promise<CreateLink> {
  if (!said.tagIds || !said.tagNames) return said
  const named = (await requireTags(look, { tagNames: said.tagNames })) ?? []
  return { ...said, tagIds: [...new Set([...said.tagIds, ...named.map(({ id }) => id)])] }
}

/** Whether a key is free is found out by taking it; those drawn by chance are drawn anew where they were not. */
async function storeAll(scope: WorkspaceScope, drafts: readonly Draft[], outcomes: Map<number, MadeLink | ServiceError>): Promise<void> {
  let open = drafts
  for (let draw = 1; open.length > 0 && draw <= randomKeyDraws; draw++) {
    const tried = firstOfEachExternalId(open)
    const links = [...tried].map(({ at, id, columns, tags, webhookIds }) => ({
      at,
      tags: tags ?? [],
      webhookIds: webhookIds ?? [],
      link: newLink(scope, columns, id),
    }))
    const stored = await insertLinks(
      scope,
      links.map(({ link }) => link),
    )
    for (const { at, ...made } of links) if (stored.has(made.link.id)) outcomes.set(at, made)
    const left = open.filter(({ id }) => !stored.has(id))
    const taken = await takenExternalIds(
      scope,
      left.flatMap(({ columns }) => columns.externalId ?? []),
    )
    for (const draft of left) if (isRefused(draft, tried, taken)) outcomes.set(draft.at, refusalOf(draft, taken))
    open = left
      .filter(({ at }) => !outcomes.has(at))
      .map((draft) => (tried.has(draft) ? { ...draft, columns: draft.redraw?.() as LinkColumns } : draft))
  }
  for (const { at, said } of open) outcomes.set(at, noFreeKey(said.keyLength ?? randomKeyLength))
}

/** Of several that want one external id the first is tried; whether there is anything left for the others is known afterwards. */
function firstOfEachExternalId(drafts: readonly Draft[]): Set<Draft> {
  const seen = new Set<string>()
  const firsts = drafts.filter(({ columns: { externalId } }) => {
    const mark = externalId?.toLowerCase()
    if (mark === undefined) return true
    const isFirst = !seen.has(mark)
    seen.add(mark)
    return isFirst
  })
  return new Set(firsts)
}

const wantsTaken = ({ columns: { externalId } }: Draft, takenIds: ReadonlySet<string>) =>
  externalId !== null && takenIds.has(externalId.toLowerCase())

const isRefused = (draft: Draft, tried: ReadonlySet<Draft>, takenIds: ReadonlySet<string>) =>
  wantsTaken(draft, takenIds) || (tried.has(draft) && !draft.redraw)

const refusalOf = (draft: Draft, takenIds: ReadonlySet<string>) =>
  wantsTaken(draft, takenIds) ? externalIdTaken(draft.columns.externalId as string) : keyTaken(draft.columns.domain, draft.columns.key)
