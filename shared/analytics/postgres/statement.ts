/** A statement in the making: values never become text. */
export class Values {
  readonly list: unknown[] = []

  /** The placeholder that stands for the value. */
  add(value: unknown): string {
    this.list.push(value)
    return `$${this.list.length}`
  }
}

export interface Statement {
  text: string
  values: readonly unknown[]
}

export const instant = (milliseconds: number) => new Date(milliseconds)
