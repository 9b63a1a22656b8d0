/** SQL of ClickHouse that generates clicks of a year: inserting them through the service would take longer than the measurement. */

export interface GeneratedClicks {
  workspaceId: string
  clicks: number
  links: number
  /** Number of the first link. */
  first: number
}

/** A few items have most of the clicks: a power of a uniform number is small more often than large. */
const pick = (count: number, exponent: number, seed: number) =>
  `toUInt32(floor(pow(cityHash64(number, ${seed}) / 18446744073709551616, ${exponent}) * ${count}))`

const linkIdSql = (number: string) => `concat('link_', leftPad(toString(${number}), 26, '0'))`
/** Destinations are as different as those of real links. */
const baseUrlSql = (number: string) => `concat('https://shop.example/', lower(substring(hex(MD5(toString(${number}))), 1, 12)))`
const urlSql = (number: string) => `concat(${baseUrlSql(number)}, '?utm_source=s', toString(${number} % 9))`
const oneOf = (list: readonly string[], index: string) => `[${list.map((one) => `'${one}'`).join()}][${index} % ${list.length} + 1]`

/** Inserts the clicks, oldest first. Columns that are not named are empty. */
export const insertClicksSql = ({ workspaceId, clicks, links, first }: GeneratedClicks) => `
  insert into clicks (id, timestamp, workspace_id, domain, key, visitor, ip, continent, country, region, city, latitude, longitude, device,
    device_vendor, device_model, browser, browser_version, engine, engine_version, os, os_version, cpu_architecture, ua, referer, referer_url,
    trigger, utm_source, utm_medium, utm_campaign, link_hash, url_hash, base_url_hash)
  with ${first} + ${pick(links, 3, 1)} as link, ${pick(2000, 3, 2)} as place, ${pick(2400, 2, 3)} as client, ${pick(20_000, 2, 4)} as site,
    concat(toString(110 + client % 40), '.0.0.0') as release, ${oneOf(['US', 'CA', 'DE', 'FR', 'GB'], 'place')} as land,
    fromUnixTimestamp64Milli(toUnixTimestamp64Milli(now64(3)) - toInt64(intDiv((${clicks} - number) * 31536000000, ${clicks})), 'UTC') as at
  select concat(leftPad(base58Encode(toString(intDiv(number, 100000))), 7, '1'), substring(lower(hex(cityHash64(number, 5))), 1, 9)), at,
    '${workspaceId}', 'go.example',
    lower(substring(hex(MD5(toString(link + 7))), 1, 7)), cityHash64(cityHash64(number, 6) % ${Math.ceil(clicks / 3)}),
    if(place % 5 < 2, concat('203.0.', toString(number % 256), '.', toString(intDiv(number, 256) % 256)), ''), if(place % 5 < 2, 'NA', 'EU'), land,
    concat('R', toString(place % 40)), concat('City ', toString(place)), concat(toString(place % 90), '.7510'), concat(toString(place % 180), '.8220'),
    ${oneOf(['Mobile', 'Desktop', 'Tablet'], 'client')}, 'Apple', 'Unknown', ${oneOf(['Chrome', 'Mobile Safari', 'Firefox', 'Edge', 'Opera'], 'client')},
    release, 'Blink', release, ${oneOf(['Windows', 'iOS', 'Android', 'Linux'], 'client')}, '10', 'amd64',
    concat('Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/', release, ' Safari/537.36 ', toString(client)),
    if(site < 3000, '(direct)', concat('site-', toString(site % 500), '.example')),
    if(site < 3000, '(direct)', concat('https://site-', toString(site % 500), '.example/', toString(site))), if(link % 11 = 0, 'qr', 'link'),
    concat('s', toString(link % 9)), concat('m', toString(link % 3)), concat('c', toString(link % 20)),
    halfMD5(${linkIdSql('link')}), halfMD5(${urlSql('link')}), halfMD5(${baseUrlSql('link')})
  from numbers(${clicks}) settings max_insert_threads = 1, min_insert_block_size_rows = 900000`

export const insertTextsSql = ({ workspaceId, links, first }: GeneratedClicks) => `
  insert into texts (workspace_id, hash, text)
  select '${workspaceId}', halfMD5(text), text
  from (select arrayJoin([${linkIdSql('number')}, ${urlSql('number')}, ${baseUrlSql('number')}]) as text from numbers(${first}, ${links}))`
