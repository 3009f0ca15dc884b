// A passage of arches; a lamp in each, and the floor wet with the night.
#version 3.7;
#include "../stone.pov"
global_settings {
  assumed_gamma 1 max_trace_level 5
  radiosity { count 35 error_bound 0.8 recursion_limit 1 pretrace_start 0.08 pretrace_end 0.02 brightness 1.1 }
}
camera { location <-0.45, 1.55, -5.2> right x * 4 / 3 up y direction z * 1.1 look_at <0.12, 2.0, 4> }
background { rgb <0.03, 0.04, 0.12> }
fog { distance 70 rgb <0.10, 0.07, 0.10> }
#declare Place = 0;
#while (Place < 8)
  object { Arch(5.4, 1.45, 0.9) translate z * Place * 3 texture { Stone translate <0, 0, Place> } }
  light_source {
    <1.35 * (mod(Place, 2) * 2 - 1), 0.16, Place * 3 + 1.9> rgb <1, 0.50, 0.17> * 4.2 fade_distance 1.3 fade_power 2
  }
  sphere { <1.35 * (mod(Place, 2) * 2 - 1), 0.12, Place * 3 + 1.9>, 0.10 pigment { rgb 1 } finish { ambient 0 diffuse 0 emission <2.6, 1.6, 0.7> } no_shadow }
  #declare Place = Place + 1;
#end
box { <-3, -1, -8>, <-2, 7, 30> texture { Stone rotate y * 90 } }
box { <2, -1, -8>, <3, 7, 30> texture { Stone rotate y * 90 } }
difference {
  box { <-3, 3.4, -8>, <3, 7, 24> }
  cylinder { <0, 3.2, -9>, <0, 3.2, 30>, 1.98 }
  texture { Stone rotate x * 90 }
}
light_source { <-2, 5, -7> rgb <0.16, 0.18, 0.42> * 1.5 fade_distance 6 fade_power 2 shadowless }
// The moon's evening at the end.
box { <-6, 0, 32>, <6, 8, 33> pigment { rgb 1 } finish { ambient 0 diffuse 0 emission <0.20, 0.26, 0.62> } }
plane {
  y, 0
  pigment { brick rgb 0.03, rgb <0.12, 0.105, 0.095> brick_size <0.9, 1, 0.9> mortar 0.03 }
  normal { average normal_map { [1 bumps 0.12 scale <0.5, 1, 0.3>] [1 granite 0.10 scale 1.2] [0.7 brick 0.3 brick_size <0.9, 1, 0.9> mortar 0.03] } }
  finish { ambient 0 diffuse 0.8 specular 0.3 roughness 0.02 reflection { 0.06, 0.7 falloff 2.6 } }
}
