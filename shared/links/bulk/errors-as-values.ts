import { ServiceError } from '../../kernel/errors.js'
import type { LinkErrorAnswer } from '../link.schema.js'

/** Bulk work goes on past a refused element: the refusal stands beside the results. Anything but a refusal is thrown on. */
export async function orError<Result>(link: unknown, work: () => Promise<Result>): Promise<Result | LinkErrorAnswer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { link, error: error.message, code: error.code }
  }
}

export const isRefusal = (result: object): result is LinkErrorAnswer => 'error' in result && 'code' in result

/** What succeeded, in the order of the request, then what was refused, in that order as well. */
export const refusalsLast = <Result extends object>(results: readonly (Result | LinkErrorAnswer)[]) => [...results.filter((one) => !isRefusal(one)), ...results.filter(isRefusal)]
