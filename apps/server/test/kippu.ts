import { runCli } from '../src/cli/run-cli.ts'
import type { DemoShop } from './shop/shop.ts'

/** What a command has answered: its exit code, and all that it said. */
interface Said {
  readonly code: number
  readonly text: string
}

/** Runs a command of the operator as somebody of the staff; undefined: with nobody's name. */
export async function kippuAs(
  { deps }: Pick<DemoShop, 'deps'>,
  staffName: string | undefined,
  args: readonly string[],
): Promise<Said> {
  const said: string[] = []
  const say = (text: string) => said.push(text)
  const code = await runCli(args, { open: () => deps, out: say, err: say, staffName })
  return { code, text: said.join('\n') }
}
