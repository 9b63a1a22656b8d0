/** Splits a stream of text into the texts of its elements. Pure; whether each element is valid JSON is checked by the caller. */
import { badRequest } from '../../shared/kernel/errors.js'

export interface ElementSplitter {
  /** The elements that this chunk completes. */
  push(text: string): string[]
  /** The last element, when only the end of the text completes it. */
  end(): string[]
}

const malformed = () => badRequest('The request body is not valid JSON.')

/** The elements of a JSON array. */
export function splitList(): ElementSplitter {
  let [depth, isInText, skipsNext, hadComma, rest] = [0, false, false, false, '']
  const marks = /["\\[\]{},]/g

  /** Whether an element ends at this character. */
  function elementEndsAt(mark: string): boolean {
    if (mark === '"') isInText = !isInText
    else if (isInText) return false
    else if (mark === '[' || mark === '{') depth++
    else if (mark === ',') return depth === 1
    else if (mark === ']' || mark === '}') return --depth === 0
    return false
  }

  function push(text: string): string[] {
    const found: string[] = []
    let from = 0
    marks.lastIndex = skipsNext ? 1 : 0
    skipsNext = false
    for (let match = marks.exec(text); match; match = marks.exec(text)) {
      const [mark, at] = [match[0], match.index]
      if (depth < 0) throw malformed()
      if (mark === '\\') {
        if (isInText) marks.lastIndex = at + 2
        skipsNext = isInText && at + 1 === text.length
        continue
      }
      const opens = depth === 0
      const ends = elementEndsAt(mark)
      if (opens && (mark !== '[' || rest.trim() + text.slice(from, at).trim() !== '')) throw malformed()
      if (!opens && !ends) continue
      const element = (rest + text.slice(from, at)).trim()
      ;[rest, from] = ['', at + 1]
      if (ends && (mark === ',' || hadComma || element !== '')) found.push(element)
      hadComma = mark === ','
      if (ends && mark === '}') throw malformed()
      if (ends && mark === ']') depth = -1
    }
    rest += text.slice(from)
    if (depth < 0 && rest.trim() !== '') throw malformed()
    return found
  }

  return {
    push,
    end() {
      if (depth >= 0) throw malformed()
      return []
    },
  }
}

/** One element per line; empty lines are ignored. */
export function splitLines(): ElementSplitter {
  let rest = ''
  const filled = (lines: string[]) => lines.map((line) => line.trim()).filter((line) => line !== '')
  return {
    push(text) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      return filled(lines)
    },
    end: () => filled([rest]),
  }
}
