export declare const STANDARD_HEADERS: readonly { key: string; value: string }[];
