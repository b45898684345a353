export function listNodeFlags(env: NodeJS.ProcessEnv): string[];
