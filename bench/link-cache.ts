/**
 * The cache of links (CLOCK) beside `lru-cache`: accesses to a million links that all have a place, and hits where a fifth of them has one
 * and few links get most visits (Zipf, exponent 0.8).
 */
import { LRUCache } from 'lru-cache'
import { ClockCache } from '../shared/kernel/clock-cache.js'
import { median, report } from './support/installation.js'

const [links, accesses, rounds] = [1_000_000, 1_000_000, 5]
const keys = Array.from({ length: links }, (_, at) => `127.0.0.1 visited-${at}`)

interface Cache {
  get(key: string): object | undefined
  set(key: string, value: { isUsed: boolean }): unknown
}
const clock = (maxEntries: number): Cache => new ClockCache(maxEntries)
const lru = (max: number): Cache => new LRUCache({ max })

/** Visits keys through the cache. Returns how many were found. */
function visit(cache: Cache, visits: Int32Array): number {
  let hits = 0
  for (const at of visits) {
    const key = keys[at] ?? ''
    if (cache.get(key) === undefined) cache.set(key, { isUsed: false })
    else hits++
  }
  return hits
}

/** Nanoseconds per access. */
function measure(cache: Cache, visits: Int32Array): number {
  const started = performance.now()
  visit(cache, visits)
  return ((performance.now() - started) / visits.length) * 1e6
}

const evenly = () => Int32Array.from({ length: accesses }, () => Math.random() * links)

/** Link number n gets a part of the visits that is in proportion to n to the power of -0.8: the inverse of its integral. */
const mostlyFew = () => Int32Array.from({ length: accesses }, () => (1 + Math.random() * (links ** 0.2 - 1)) ** 5 - 1)

const full = [clock(links), lru(links)].map((cache) => {
  for (const key of keys) cache.set(key, { isUsed: false })
  return cache
})
const times = Array.from({ length: rounds }, () => {
  const visits = evenly()
  return full.map((cache) => measure(cache, visits))
})
const [ours = Number.NaN, baseline = Number.NaN] = full.map((_, at) => median(times.map((pair) => pair[at] ?? Number.NaN)))
report('nanoseconds per access to a million links', ours.toFixed(0), baseline.toFixed(0), ours / baseline, 'at most 0.80')

const visits = [mostlyFew(), mostlyFew()]
const [ourHits = 0, baselineHits = 0] = [clock(links / 5), lru(links / 5)].map((cache) => visits.map((one) => visit(cache, one))[1])
const percent = (hits: number) => ((hits / accesses) * 100).toFixed(1)
report('percent of hits with a fifth of the links', percent(ourHits), percent(baselineHits), ourHits / baselineHits, 'at least 0.99')
