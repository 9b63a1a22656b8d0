import type { UserScope } from '../workspace-scope.js'
import { deleteSession, deleteSessionsOfUser } from './session.queries.js'

/** Ends the current session. */
export async function logOut({ em, session }: UserScope): Promise<void> {
  if (session) await deleteSession(em, session)
}

/** Ends all sessions of the user, including the current one. */
export async function logOutEverywhere({ em, user }: UserScope): Promise<void> {
  await deleteSessionsOfUser(em, user.id)
}
