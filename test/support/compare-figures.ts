import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright-core'
import type { ApiTraffic } from './api-traffic.js'
import { answerIn, type FigureCases } from './figure-cases.js'
import { shownFigures } from './shown-figures.js'

interface Difference {
  page: string
  place: string
  shown: string[]
  /** Undefined for a figure that no case names. */
  answered: string[] | undefined
}

/** Compares the figures of pages, by their names in `figures`, with the answers of the API. */
export function figureComparison(figures: Record<string, FigureCases>) {
  const differences: Difference[] = []
  const filled = new Set<string>()
  return {
    differences,
    /** A figure without a case is a difference. */
    async page(tab: Page, traffic: ApiTraffic, page: string): Promise<void> {
      const cases = figures[page] ?? {}
      const answers = await traffic.answers()
      const shown = new Map<string, string[]>()
      for (const { place, text } of await shownFigures(tab, answers)) {
        const name = Object.keys(cases).find((one) => isPlace(one, place)) ?? place
        shown.set(name, [...(shown.get(name) ?? []), text])
      }
      const answer = answerIn(answers)
      for (const place of new Set([...Object.keys(cases), ...shown.keys()])) {
        const difference = { page, place, shown: shown.get(place) ?? [], answered: cases[place]?.(answer) }
        if (!isDeepStrictEqual(difference.shown, difference.answered)) differences.push(difference)
        if (/[1-9]/.test(difference.shown.join())) filled.add(place)
      }
    },
    /** Places that are only zero on every page: their cases prove little. */
    onlyZero: () => [...new Set(Object.values(figures).flatMap((cases) => Object.keys(cases)))].filter((place) => !filled.has(place)),
  }
}

/**
 * A case such as `Report | {table}` is about all terms of its part that have no case before it; one such as `# payouts` is also about one
 * payout.
 */
function isPlace(name: string, place: string): boolean {
  if (name === place) return true
  if (name.endsWith('}')) return place.startsWith(name.slice(0, name.lastIndexOf('{')))
  return name.includes('#') && name.replace(/s$/, '') === place.replace(/s$/, '')
}
