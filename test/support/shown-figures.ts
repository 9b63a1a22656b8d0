/** Every figure that a page shows, with the place where a reader finds it: heading of the column, term, or words around it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Answer } from './api-traffic.js'
import { repositoryRoot } from './source-tree.js'

export interface ShownFigure {
  place: string
  text: string
}

/** Texts with digits that are neither written in the source nor names, addresses and other texts of the API. */
export async function shownFigures(tab: Page, answers: Answer[]): Promise<ShownFigure[]> {
  const texts = textsIn(answers.map(({ body }) => body))
  const { origin } = new URL(tab.url())
  const isOfApi = (text: string) => /\p{L}/u.test(text) && texts.some((one) => one.includes(text))
  const isName = (word: string) =>
    !/\d/.test(word) || word.includes('@') || word.startsWith(origin) || isOfApi(word.replace(/^\(?(.*?)\)?,?$/, '$1'))
  const isWritten = (text: string) => /\p{L}{2}/u.test(text) && sources().includes(text)
  return (await tab.evaluate(textsWithDigits)).filter(({ text }) => !isWritten(text) && !isOfApi(text) && !text.split(' ').every(isName))
}

let written: string | undefined
/** The source of the browser clients, in which texts may be broken over lines. */
const sources = () =>
  (written ??= ['console', 'portal', 'public']
    .map((name) => join(repositoryRoot, 'api', name))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('operations.ts'))
    .map((file) => readFileSync(file, 'utf8').replaceAll(/\s+/g, ' '))
    .join('\n'))

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value.replaceAll(/\s+/g, ' ')]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

interface InPage {
  document: { querySelectorAll(selector: string): Iterable<PageElement> }
}
interface PageElement {
  tagName: string
  childNodes: Iterable<{ nodeType: number; textContent: string | null }>
  textContent: string | null
  parentElement: PageElement | null
  previousElementSibling: PageElement | null
  cellIndex?: number
  closest(selector: string): PageElement | null
  querySelector(selector: string): PageElement | null
  querySelectorAll(selector: string): ArrayLike<PageElement>
  getAttribute(name: string): string | null
}

/** Runs in the page. Fields of forms are not figures; times are checked by themselves. */
function textsWithDigits(): ShownFigure[] {
  const clean = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim()
  const ownText = (element: PageElement) =>
    clean([...element.childNodes].map(({ nodeType, textContent }) => (nodeType === 3 ? textContent : ' ')).join(''))
  const titleOf = (region: PageElement | null) =>
    clean(region?.getAttribute('aria-label') ?? region?.querySelector('h2, h3, legend, summary, caption')?.textContent)
  const placeOf = (element: PageElement, text: string): string => {
    const region = titleOf(element.closest('table, dl[aria-label], ul[aria-label], section, fieldset, dialog, form, details'))
    const cell = element.closest('td, th')
    const column = cell && cell.closest('table')?.querySelectorAll('thead th')[cell.cellIndex ?? 0]
    if (column) return `${region} | ${clean(column.textContent)}`
    if (element.closest('.bar-amount')) return `${region} | bars`
    const value = element.closest('dd')
    let term = value?.previousElementSibling
    while (term && term.tagName !== 'DT') term = term.previousElementSibling
    const words = text.replaceAll(/[-+$]*(\d[\d.,]*\d|\d)[KMB]?/g, '#')
    if (term) return `${region} | ${clean(term.textContent)}${value?.previousElementSibling === term ? '' : ` | ${words}`}`
    const total = element.closest('.total')?.querySelector('.total-label')
    return `${region} | ${total ? `${clean(total.textContent)} | ` : ''}${words}`
  }
  const page = globalThis as unknown as InPage
  const found: ShownFigure[] = []
  for (const element of page.document.querySelectorAll('main *, body > section *')) {
    if (element.closest('time, select, datalist, textarea, svg, iframe, [role=toolbar], .u-wrap, [role=img]')) continue
    const text = ownText(element)
    if (/\d/.test(text)) found.push({ place: placeOf(element, text), text })
  }
  return found
}
