'use client';
import { useMemo } from 'react';
import { TICKET_KEYS } from '@/lib/query/pending-write-storage';
import { useScreen } from '@/lib/query/shown-account';

const LENGTH_MAX = 40;

type Memory = { read(): string | null; write(value: string): void };

/**
 * What a browser remembers of a member's tickets on one account: a taste, nothing that matters. Signing out drops it; a browser that drops its storage
 * begins with the defaults again.
 */
export function useMemory(name: string): Memory {
  const { userId, mode } = useScreen();
  return useMemo(() => openMemory(`${TICKET_KEYS}${userId}.${mode}.${name}`), [userId, mode, name]);
}

function openMemory(key: string): Memory {
  return {
    read() {
      try {
        const kept = localStorage.getItem(key);
        return kept === null || kept.length > LENGTH_MAX ? null : kept;
      } catch {
        return null;
      }
    },
    write(value) {
      try {
        localStorage.setItem(key, value);
      } catch {
        // Storage that is full or blocked: the next ticket begins with the default.
      }
    },
  };
}
