import { tooManyQuestions } from '../errors.js'

export interface Turns {
  /** Go on at a time. */
  most: number
  /** Of these, on behalf of one asker: others find a turn even while one asks many questions. */
  mostOfOne: number
  /** Milliseconds that somebody waits; then they are refused. */
  patience: number
}

interface Waiting {
  asker: string
  begin(): void
}

/** Lets so many go on at a time; others wait, and next comes whoever of the askers has the fewest going, the longest waiting first. */
export function fairTurns({ most, mostOfOne, patience }: Turns): <Result>(asker: string, work: () => Promise<Result>) => Promise<Result> {
  const going = new Map<string, number>()
  const waiting = new Set<Waiting>()
  let all = 0
  const of = (asker: string) => going.get(asker) ?? 0
  const fits = (asker: string) => all < most && of(asker) < mostOfOne

  function begin(asker: string): void {
    all++
    going.set(asker, of(asker) + 1)
  }

  function end(asker: string): void {
    all--
    if (of(asker) > 1) going.set(asker, of(asker) - 1)
    else going.delete(asker)
    const [next] = [...waiting].filter((one) => fits(one.asker)).sort((one, other) => of(one.asker) - of(other.asker))
    if (!next) return
    waiting.delete(next)
    begin(next.asker)
    next.begin()
  }

  const turnOf = (asker: string) =>
    new Promise<void>((resolve, reject) => {
      const one: Waiting = { asker, begin: () => (clearTimeout(late), resolve()) }
      const late = setTimeout(() => (waiting.delete(one), reject(tooManyQuestions())), patience)
      waiting.add(one)
    })

  return async (asker, work) => {
    if (fits(asker)) begin(asker)
    else await turnOf(asker)
    try {
      return await work()
    } finally {
      end(asker)
    }
  }
}
