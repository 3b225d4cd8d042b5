import { expect, it, vi } from 'vitest';
import { stopSignal } from './compose-training.js';

it('stopSignal (SERVER-16, here: the second signal) aborts once; a second SIGTERM cuts nothing short, a second Ctrl-C ends the process', () => {
  const listeners = new Map<string | symbol, () => void>();
  const on = vi.spyOn(process, 'on').mockImplementation((name, listener) => (listeners.set(name, listener as () => void), process));
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  try {
    const signal = stopSignal();
    listeners.get('SIGTERM')?.();
    expect(signal.aborted).toBe(true);
    listeners.get('SIGTERM')?.();
    expect(exit).not.toHaveBeenCalled();
    listeners.get('SIGINT')?.();
    expect(exit).toHaveBeenCalledWith(130);
  } finally {
    on.mockRestore();
    exit.mockRestore();
  }
});
