import { unprocessable } from '../../kernel/errors.js'

export const currencyUnknown = (currency: string) =>
  unprocessable(
    `currency: ${currency.slice(0, 20)} is not a currency with a known exchange rate. Send a three-letter code, such as eur, or convert the amount to usd.`,
  )
