// Columns on a terrace above the sea, when the sun has just come up.
#version 3.7;
#include "../stone.pov"
global_settings {
  assumed_gamma 1 max_trace_level 5
  radiosity { count 35 error_bound 0.8 recursion_limit 1 pretrace_start 0.08 pretrace_end 0.02 brightness 0.9 }
}
camera { location <-1.2, 1.6, -10> right x * 4 / 3 up y direction z * 1.45 look_at <0.4, 2.75, 0> }
#declare Sun = vnormalize(<0.30, 0.115, 1>);
sky_sphere {
  pigment { gradient y color_map {
    [0 rgb <1.0, 0.56, 0.34>] [0.10 rgb <0.92, 0.58, 0.46>] [0.28 rgb <0.50, 0.44, 0.58>] [0.7 rgb <0.20, 0.25, 0.46>] } }
  pigment { bozo turbulence 0.7 color_map { [0.5 rgbt 1] [0.85 rgbt <1, 0.68, 0.56, 0.45>] } scale <0.6, 0.05, 0.2> }
}
light_source { Sun * 500 rgb <1.9, 1.05, 0.56> area_light 22 * x, 22 * y, 3, 3 adaptive 1 jitter circular orient }
light_source { <-40, 60, -60> rgb <0.20, 0.19, 0.30> shadowless }
sphere { Sun * 900, 26 pigment { rgb 1 } finish { ambient 0 diffuse 0 emission <6, 4.2, 2.4> } no_shadow }
fog { fog_type 2 distance 90 rgb <0.98, 0.60, 0.42> fog_offset -2 fog_alt 5 }
#macro Column(X, Z, High)
  union {
    difference {
      cone { <0, 0.5, 0>, 0.56, <0, High, 0>, 0.56 - High * 0.016 }
      #declare Turn = 0;
      #while (Turn < 18)
        cylinder { <0.60, 0, 0>, <0.60 - High * 0.016, High + 1, 0>, 0.085 rotate y * Turn * 20 }
        #declare Turn = Turn + 1;
      #end
    }
    torus { 0.56, 0.13 translate y * 0.45 }
    box { <-0.78, 0, -0.78>, <0.78, 0.34, 0.78> }
    translate <X, 0, Z>
  }
#end
#macro Capital(X, Z, High)
  union {
    cone { <0, High, 0>, 0.46, <0, High + 0.35, 0>, 0.74 }
    box { <-0.78, High + 0.35, -0.78>, <0.78, High + 0.62, 0.78> }
    translate <X, 0, Z>
  }
#end
union {
  Column(0.9, 0, 5.4) Capital(0.9, 0, 5.4)
  Column(3.9, 0, 5.4) Capital(3.9, 0, 5.4)
  difference { box { <0.1, 6.02, -0.7>, <5.4, 6.9, 0.7> } sphere { <5.5, 6.8, 0>, 0.8 } sphere { <0, 7.0, -0.3>, 0.5 } }
  Column(-3.6, 3.4, 3.1)
  Column(-6.9, 3.4, 5.4) Capital(-6.9, 3.4, 5.4)
  Column(7.4, 1.5, 1.5)
  cylinder { <-3.2, 0.42, -1.9>, <-1.4, 0.40, -2.7>, 0.45 }
  box { -0.5, 0.5 scale <1.2, 0.6, 0.8> rotate <8, 35, 5> translate <-0.7, 0.25, -3.4> }
  texture {
    pigment { granite color_map { [0 rgb <0.34, 0.30, 0.26>] [1 rgb <0.66, 0.60, 0.52>] } scale 1.6 }
    normal { average normal_map { [1 granite 0.25 scale 0.8] [1 wrinkles 0.3 scale 0.3] } }
    finish { ambient 0 diffuse 0.9 }
  }
}
box {
  <-30, -0.6, -20>, <30, 0, 6>
  pigment { brick rgb <0.20, 0.17, 0.16>, rgb <0.50, 0.43, 0.38> brick_size <1.4, 3, 1.4> mortar 0.03 }
  normal { average normal_map { [1 granite 0.14 scale 1.4] [0.8 brick 0.4 brick_size <1.4, 3, 1.4> mortar 0.03] } }
  finish { ambient 0 diffuse 0.85 specular 0.25 roughness 0.06 reflection { 0.0, 0.25 } }
}
plane {
  y, -9
  pigment { rgb <0.05, 0.07, 0.12> }
  normal { bumps 0.35 scale <2.5, 1, 1> }
  finish { ambient 0 diffuse 0.3 specular 1.0 roughness 0.01 reflection { 0.1, 0.9 falloff 3 } }
}
