const port = 3100
const simulatorsPort = 3101

/** Where the system under test listens: other ports than a developer's own instance. */
export const STACK = {
  port,
  simulatorsPort,
  smtpPort: 3125,
  store: `http://localhost:${port}`,
  simulators: `http://localhost:${simulatorsPort}`,
} as const
