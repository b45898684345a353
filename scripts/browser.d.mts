export function findBrowser(): Promise<{ executablePath: string; args: string[]; env: Record<string, string> }>;
