/** Analytics and events of all workspaces: each is asked as its owner, without the limits of its plan, and the answers are merged. */
import { z } from 'zod'
import { memberScope, type WorkspaceScope } from '../../accounts/index.js'
import {
  type AnalyticsQuery,
  analyticsQuerySchema,
  type EventResponse,
  type EventsQuery,
  eventsQuerySchema,
  groupByOf,
  eventSource,
  listEventsOfWorkspaces,
  mergeAnalytics,
  retrieveAnalytics,
} from '../../analytics/index.js'
import { ServiceError } from '../../kernel/errors.js'
import { type AdminScope, forkScope } from '../../kernel/scope.js'
import { noWorkspace, tooManyEventsToSkip } from '../errors.js'
import { workspacesWithEvents } from './workspaces.queries.js'

const ofWorkspace = { workspaceId: z.string().optional().meta({ description: 'Only this workspace. Default: all.' }) }
export const adminAnalyticsQuerySchema = analyticsQuerySchema.extend(ofWorkspace)
export const adminEventsQuerySchema = eventsQuerySchema.extend(ofWorkspace)

/** Returns JSON, as `retrieveAnalytics` does for one workspace. */
export async function adminAnalytics(scope: AdminScope, query: AnalyticsQuery & { workspaceId?: string | undefined }): Promise<Buffer> {
  const results = await inEachWorkspace(scope, query, async (owner) => JSON.parse((await retrieveAnalytics(owner, query)).toString()))
  return Buffer.from(JSON.stringify(mergeAnalytics(results, groupByOf(query))))
}

/** At most this many events before a page, all of which are read. */
const maxSkipped = 1000

/** Throws `bad_request` for a page further on than the first thousand events: cursors have no such limit. */
export async function adminEvents(scope: AdminScope, query: EventsQuery & { workspaceId?: string | undefined }): Promise<EventResponse[]> {
  if (query.page * query.limit > maxSkipped) throw tooManyEventsToSkip(maxSkipped)
  return listEventsOfWorkspaces(await inEachWorkspace(scope, query, (owner) => eventSource(owner, query)), query)
}

/** Workspaces that are asked at the same time. */
const concurrency = 4

/** The answers of all workspaces that know what the filters name. Throws the error of one of them if none does. */
async function inEachWorkspace<Answer>(
  scope: AdminScope,
  filter: { workspaceId?: string | undefined; programId?: string | undefined },
  ask: (owner: WorkspaceScope) => Promise<Answer>,
): Promise<Answer[]> {
  const waiting = await workspacesWithEvents(scope, filter)
  const answers: Answer[] = []
  let unknown: unknown = noWorkspace()
  const worker = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const owner = await memberScope(forkScope(scope), one)
      if (!owner) continue
      const workspace = { ...owner.workspace, ...unlimited, createdAt: new Date(one.oldest), defaultProgramId: filter.programId ?? null }
      try {
        answers.push(await ask(Object.assign(owner, { workspace })))
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 'not_found') throw error
        unknown = error
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  if (answers.length === 0) throw unknown
  return answers
}

const unlimited = { plan: 'enterprise', usage: 0 }
