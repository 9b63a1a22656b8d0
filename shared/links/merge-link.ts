/** What a link would be with all that was said about it: said things win, the rest stays, a new link has the defaults. Pure. */
import { longestDescription, longestTitle } from './limits.js'
import type { LinkInput } from './link-input.schema.js'
import type { Link } from './link.entity.js'
import { cutText } from './urls.js'

type Copied =
  | 'externalId'
  | 'tenantId'
  | 'programId'
  | 'partnerId'
  | 'folderId'
  | 'archived'
  | 'trackConversion'
  | 'expiredUrl'
  | 'password'
  | 'proxy'
  | 'title'
  | 'description'
  | 'image'
  | 'video'
  | 'rewrite'
  | 'doIndex'
  | 'ios'
  | 'android'
  | 'geo'
  | 'publicStats'
  | 'comments'
  | 'testVariants'
type Dated = 'expiresAt' | 'testStartedAt' | 'testCompletedAt' | 'linkRetentionCleanupDisabledAt'

/** Dates that were just said are still words. */
export type LinkDraft = Pick<Link, Copied> & Record<Dated, Date | string | null> & { webhookIds: readonly string[] }

const isSaid = <Value>(value: Value | undefined): value is Value => value !== undefined
const kept = <Value>(said: Value | null | undefined, before: Value | null | undefined): Value | null =>
  isSaid(said) ? said : (before ?? null)
const flag = (said: boolean | undefined, before: boolean | undefined): boolean => said ?? before ?? false
const cut = (text: string | null | undefined, longest: number) => (typeof text === 'string' ? cutText(text, longest) : text)
// A blank text clears a date, as it does elsewhere.
const words = (text: string | null | undefined) => (text?.trim() === '' ? null : text)

export function mergeLink(said: LinkInput, before: Link | null): LinkDraft {
  return {
    externalId: kept(said.externalId, before?.externalId),
    tenantId: kept(said.tenantId, before?.tenantId),
    programId: kept(said.programId, before?.programId),
    partnerId: kept(said.partnerId, before?.partnerId),
    folderId: kept(said.folderId, before?.folderId),
    archived: flag(said.archived, before?.archived),
    trackConversion: flag(said.trackConversion, before?.trackConversion),
    expiresAt: kept<Date | string>(words(said.expiresAt), before?.expiresAt),
    expiredUrl: kept(said.expiredUrl, before?.expiredUrl),
    password: kept(said.password, before?.password),
    proxy: flag(said.proxy, before?.proxy),
    title: kept(cut(said.title, longestTitle), before?.title),
    description: kept(cut(said.description, longestDescription), before?.description),
    image: kept(said.image, before?.image),
    video: kept(said.video, before?.video),
    rewrite: flag(said.rewrite, before?.rewrite),
    doIndex: flag(said.doIndex, before?.doIndex),
    ios: kept(said.ios, before?.ios),
    android: kept(said.android, before?.android),
    geo: kept(said.geo, before?.geo),
    publicStats: flag(said.publicStats, before?.publicStats),
    comments: kept(said.comments, before?.comments),
    testVariants: kept(said.testVariants, before?.testVariants),
    testStartedAt: kept<Date | string>(words(said.testStartedAt), before?.testStartedAt),
    testCompletedAt: kept<Date | string>(words(said.testCompletedAt), before?.testCompletedAt),
    linkRetentionCleanupDisabledAt: kept<Date | string>(words(said.linkRetentionCleanupDisabledAt), before?.linkRetentionCleanupDisabledAt),
    webhookIds: said.webhookIds ?? [],
  }
}
