;; What an optimiser does to arrays of float32 that lie in one memory, four numbers at a time: AdamW in one pass over four arrays, and sums of gradients with
;; their squares. The formula of AdamW is that of `optimiser/adamw.ts`, arranged so that what all numbers share comes ready: m <- beta1 m + factor1 g;  v <- beta2 v + (factor2 g)^2;  w <- kept w - step m / (sqrt(v) + floor).
;; `npm run build:kernel` puts it into `adamw-kernel.wasm.ts`.
(module
  (memory (import "host" "memory") 1)
  (func (export "adamW")
    (param $w i32) (param $m i32) (param $v i32) (param $g i32) ;; where the arrays begin, in bytes
    (param $bytes i32) ;; of one array, a multiple of 16
    (param $beta1 f32) (param $beta2 f32) (param $factor1 f32) (param $factor2 f32) (param $step f32) (param $floor f32) (param $kept f32)
    (local $end i32) (local $gradient v128) (local $first v128) (local $second v128)
    (local $beta1s v128) (local $beta2s v128) (local $factor1s v128) (local $factor2s v128) (local $steps v128) (local $floors v128) (local $kepts v128)
    (local.set $beta1s (f32x4.splat (local.get $beta1)))
    (local.set $beta2s (f32x4.splat (local.get $beta2)))
    (local.set $factor1s (f32x4.splat (local.get $factor1)))
    (local.set $factor2s (f32x4.splat (local.get $factor2)))
    (local.set $steps (f32x4.splat (local.get $step)))
    (local.set $floors (f32x4.splat (local.get $floor)))
    (local.set $kepts (f32x4.splat (local.get $kept)))
    (local.set $end (i32.add (local.get $w) (local.get $bytes)))
    (loop $next
      (local.set $gradient (v128.load (local.get $g)))
      (local.set $first (f32x4.add
        (f32x4.mul (v128.load (local.get $m)) (local.get $beta1s))
        (f32x4.mul (local.get $gradient) (local.get $factor1s))))
      (local.set $gradient (f32x4.mul (local.get $gradient) (local.get $factor2s)))
      (local.set $second (f32x4.add
        (f32x4.mul (v128.load (local.get $v)) (local.get $beta2s))
        (f32x4.mul (local.get $gradient) (local.get $gradient))))
      (v128.store (local.get $m) (local.get $first))
      (v128.store (local.get $v) (local.get $second))
      (v128.store (local.get $w) (f32x4.sub
        (f32x4.mul (v128.load (local.get $w)) (local.get $kepts))
        (f32x4.div
          (f32x4.mul (local.get $first) (local.get $steps))
          (f32x4.add (f32x4.sqrt (local.get $second)) (local.get $floors)))))
      (local.set $m (i32.add (local.get $m) (i32.const 16)))
      (local.set $v (i32.add (local.get $v) (i32.const 16)))
      (local.set $g (i32.add (local.get $g) (i32.const 16)))
      (local.set $w (i32.add (local.get $w) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $w) (local.get $end)))))

  ;; sum <- sum + addend; gives the sum of squares of the new numbers.
  (func (export "addAndSquare")
    (param $sum i32) (param $addend i32) ;; where the arrays begin, in bytes
    (param $bytes i32) ;; of one array, a multiple of 16
    (result f32)
    (local $end i32) (local $numbers v128) (local $squares v128)
    (local.set $end (i32.add (local.get $sum) (local.get $bytes)))
    (loop $next
      (local.set $numbers (f32x4.add (v128.load (local.get $sum)) (v128.load (local.get $addend))))
      (v128.store (local.get $sum) (local.get $numbers))
      (local.set $squares (f32x4.add (local.get $squares) (f32x4.mul (local.get $numbers) (local.get $numbers))))
      (local.set $sum (i32.add (local.get $sum) (i32.const 16)))
      (local.set $addend (i32.add (local.get $addend) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $sum) (local.get $end))))
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $squares)) (f32x4.extract_lane 1 (local.get $squares)))
      (f32.add (f32x4.extract_lane 2 (local.get $squares)) (f32x4.extract_lane 3 (local.get $squares))))))
