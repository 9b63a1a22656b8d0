/** Raw clicks for tests: each of a visitor of its own, unless told otherwise. */
import { randomInt } from 'node:crypto'
import { newClickId, newId } from '../../shared/kernel/ids.js'
import type { ClickBatch, RawClick } from '../../shared/tracking/index.js'

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

export function rawClick(link: { id: string; workspaceId?: string | null | undefined; domain: string; key: string }, given: Partial<RawClick> = {}): RawClick {
  const at = given.at ?? Date.now()
  return {
    id: newClickId(at),
    at,
    workspaceId: link.workspaceId ?? '',
    linkId: link.id,
    domain: link.domain,
    key: link.key,
    url: 'https://destination.example/page?utm_source=news',
    ip: `203.0.${randomInt(256)}.${randomInt(256)}`,
    ua: `${chrome} test/${randomInt(2 ** 40)}`,
    referer: '',
    trigger: 'link',
    ...given,
  }
}

export const batchOf = (clicks: RawClick[], given: Partial<ClickBatch> = {}): ClickBatch => ({ id: newId('batch_'), clicks, excluded: [], ...given })
