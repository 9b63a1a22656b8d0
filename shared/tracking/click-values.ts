/** Dictionary encoding of clicks: texts as numbers of `rollup_values`. */
import type { ClickRow } from './enrich-click.js'
import { type Attribute, clickDimensions } from './rollups/dimensions.js'
import type { Sql } from './rollups/sql.js'
import { type ValueCache, ValueDictionary } from './rollups/value-dictionary.js'
import { ensureWorkspaceNos } from './rollups/value-dictionary.queries.js'

const attributeTexts: Record<Exclude<Attribute, 'eventName'>, (click: ClickRow) => string> = {
  linkId: (click) => click.link_id,
  continent: (click) => click.continent,
  country: (click) => click.country,
  region: (click) => `${click.country}-${click.region}`,
  city: (click) => click.city,
  device: (click) => click.device,
  browser: (click) => click.browser,
  os: (click) => click.os,
  trigger: (click) => click.trigger,
  referer: (click) => click.referer,
  refererUrl: (click) => click.referer_url,
  url: (click) => click.url,
  baseUrl: (click) => click.base_url,
  utm_source: (click) => click.utm_source,
  utm_medium: (click) => click.utm_medium,
  utm_campaign: (click) => click.utm_campaign,
  utm_term: (click) => click.utm_term,
  utm_content: (click) => click.utm_content,
}

interface EncodedColumn {
  column: string
  /** Stored in `rollup_values`. Never reused. */
  code: number
  texts: readonly ((click: ClickRow) => string)[]
}

/** Texts by which nothing is counted. */
const details: readonly EncodedColumn[] = [
  { column: 'address', code: 12, texts: [(click) => click.domain, (click) => click.key] },
  {
    column: 'device_details',
    code: 13,
    texts: [
      (click) => click.device_vendor,
      (click) => click.device_model,
      (click) => click.browser_version,
      (click) => click.engine,
      (click) => click.engine_version,
      (click) => click.os_version,
      (click) => click.cpu_architecture,
    ],
  },
  { column: 'user_agent', code: 14, texts: [(click) => click.ua] },
  { column: 'coordinates', code: 15, texts: [(click) => click.latitude, (click) => click.longitude] },
]

/** Columns of `click_events` that hold numbers of values. */
export const encodedColumns: readonly EncodedColumn[] = [
  ...clickDimensions.map(({ column, code, attributes }) => ({
    column,
    code,
    texts: attributes.map((attribute) => attributeTexts[attribute as keyof typeof attributeTexts]),
  })),
  ...details,
]

/** The numbers of the clicks' workspaces and values, a list per column: workspaces first, then the columns in their order. */
export async function encodeClicks(sql: Sql, cache: ValueCache, clicks: readonly ClickRow[]): Promise<number[][]> {
  const workspaces = await ensureWorkspaceNos(sql, [...new Set(clicks.map(({ workspace_id }) => workspace_id))], cache)
  const dictionary = new ValueDictionary(cache)
  const values = encodedColumns.map((column) =>
    clicks.map((click) =>
      dictionary.valueOf(
        workspaces.get(click.workspace_id) as number,
        column,
        column.texts.map((text) => text(click)),
      ),
    ),
  )
  await dictionary.resolve(sql)
  return [
    clicks.map(({ workspace_id }) => workspaces.get(workspace_id) as number),
    ...values.map((column) => column.map(({ id }) => id as number)),
  ]
}
